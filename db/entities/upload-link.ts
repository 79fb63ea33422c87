import { defineEntity, p } from "@mikro-orm/core";

/** URL to which a program without a credential uploads one file of an organization. */
const UploadLinkSchema = defineEntity({
  name: "UploadLink",
  tableName: "upload_links",
  properties: {
    /** SHA-256 of the token in the URL, in base64url. */
    tokenHash: p.text().primary(),
    organizationId: p.text().index("upload_links_organization_index"),
    accountId: p.text(),
    /** Key whose permissions apply when the file arrives. */
    apiKeyId: p.text(),
    /** Display name of the asset. */
    name: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("upload_links_expiry_index"),
    /** Start of the only upload. */
    usedAt: p.datetime().nullable(),
  },
});
export class UploadLink extends UploadLinkSchema.class {}
UploadLinkSchema.setClass(UploadLink);
