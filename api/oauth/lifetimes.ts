/** Lifetimes of the authorization server, in seconds. */
export const requestSeconds = 600;
export const codeSeconds = 60;
export const accessTokenSeconds = 900;
/** Time without a use after which a refresh token expires. */
export const refreshTokenSeconds = 30 * 86_400;
/** Time after which a person must consent again, whatever is used. Also the lifetime of the grant's API key. */
export const grantSeconds = 90 * 86_400;
