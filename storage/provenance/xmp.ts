import { digitalSourceTypes } from "#domain/requests/provenance.ts";

import type { MarkFacts } from "./mark.ts";

const vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const namespaces =
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"';
const packetHead = '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>';
const packetTail = '<?xpacket end="w"?>';

/** Largest packet of another program that is read. */
export const xmpBytesMax = 1_048_576;

/** URI of the term in IPTC's vocabulary. */
export function sourceTypeUri({ digitalSourceType }: Pick<MarkFacts, "digitalSourceType">): string {
  return vocabulary + digitalSourceType;
}

/** XMP packet with the IPTC properties of a mark. */
export function buildXmp(facts: MarkFacts): Buffer {
  return Buffer.from(
    `${packetHead}<x:xmpmeta xmlns:x="adobe:ns:meta/">` +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `${description(facts)}</rdf:RDF></x:xmpmeta>${packetTail}`,
  );
}

/** Returns whether a packet states that the media are made by an algorithm, whichever program wrote the packet. */
export function statesSourceType(packet: Uint8Array): boolean {
  const text = Buffer.from(packet);
  return digitalSourceTypes.some((term) => text.includes(vocabulary + term));
}

/**
 * Adds the properties of a mark to a packet of another program. Null when the packet is not UTF-8 or has an unknown form, such
 * as a prefix other than `rdf`, and when it states another source, such as a camera.
 */
export function addToXmp(packet: Uint8Array, facts: MarkFacts): Buffer | null {
  const text = Buffer.from(packet).toString("utf8");
  const end = text.lastIndexOf("</rdf:RDF>");
  const isOther = text.includes("DigitalSourceType");
  if (end === -1 || isOther || text.includes("\uFFFD")) return null;
  return Buffer.from(text.slice(0, end) + description(facts) + text.slice(end));
}

function description(facts: MarkFacts): string {
  return (
    `<rdf:Description rdf:about="" ${namespaces}>` +
    `<xmp:CreatorTool>${escape(facts.creatorTool)}</xmp:CreatorTool>` +
    `<Iptc4xmpExt:DigitalSourceType>${sourceTypeUri(facts)}</Iptc4xmpExt:DigitalSourceType>` +
    `<Iptc4xmpExt:AISystemUsed>${escape(facts.aiSystem)}</Iptc4xmpExt:AISystemUsed>` +
    "</rdf:Description>"
  );
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escape(text: string): string {
  // XML 1.0 has no way to write control characters.
  return text.replace(/\p{Cc}/gu, " ").replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
