/** Account of the local owner of an embedded engine. */
export const localAccountId = "acc_local";
