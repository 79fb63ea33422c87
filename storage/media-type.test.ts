import * as fc from "fast-check";
import { expect, test } from "vitest";

import { extensionOf, hidesMarkup, sniffBytes, sniffMediaType } from "./media-type.ts";

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));
}

test.each([
  ["image/png", bytes([0x89], "PNG\r\n", [0x1a], "\n")],
  ["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe0], "\0\x10JFIF")],
  ["image/gif", bytes("GIF89a")],
  ["image/webp", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
  ["image/avif", bytes([0, 0, 0, 0x1c], "ftypavif")],
  ["audio/wav", bytes("RIFF", [1, 2, 3, 4], "WAVEfmt ")],
  ["audio/mp4", bytes([0, 0, 0, 0x1c], "ftypM4A ")],
  ["video/mp4", bytes([0, 0, 0, 0x1c], "ftypisom")],
  ["video/quicktime", bytes([0, 0, 0, 0x14], "ftypqt  ")],
  ["video/webm", bytes([0x1a, 0x45, 0xdf, 0xa3])],
  ["audio/flac", bytes("fLaC")],
  ["audio/ogg", bytes("OggS")],
  ["audio/mpeg", bytes("ID3", [4, 0])],
  ["audio/mpeg", bytes([0xff, 0xfb, 0x90, 0x00])],
  ["model/gltf-binary", bytes("glTF", [2, 0, 0, 0])],
])("%s is known by its first bytes", (type, head) => {
  expect(sniffMediaType(head)).toBe(type);
});

test.each([
  ["nothing", bytes("")],
  ["text", bytes("<!doctype html><script>alert(1)</script>")],
  ["a container of something else", bytes("RIFF", [1, 2, 3, 4], "AVI LIST")],
  ["a beginning that breaks off", bytes("RIFF")],
  ["a sync word without a layer", bytes([0xff, 0xe0, 0x00])],
  ["an executable", bytes([0x7f], "ELF")],
  ["half of a signature", bytes([0x89], "PNG")],
  ["text in UTF-16", Buffer.from("\ufeff a page", "utf16le")],
  ["a frame of a sampling rate that does not exist", bytes([0xff, 0xfb, 0x9c, 0x00])],
])("%s proves no type", (_, head) => {
  expect(sniffMediaType(head)).toBeNull();
});

test.each([
  ["a script", bytes("GIF89a/*", "*/=1;<ScRiPt src=//evil.example>")],
  ["a page", bytes([0x89], "PNG\r\n", [0x1a], "\n<html><body>")],
  ["a drawing", bytes([0xff, 0xd8, 0xff, 0xe0], "<svg onload=alert(1)>")],
  ["a program of a web server", bytes("ID3<?php system($_GET[0]);")],
  ["a page in UTF-16", Buffer.from("ID3 <script>", "utf16le")],
])("%s after the first bytes of an image or a recording is detected", (_, head) => {
  expect(hidesMarkup(head)).toBe(true);
});

test("metadata of cameras and editors in an image is not markup", () => {
  const xmp = bytes([0xff, 0xd8, 0xff, 0xe1], "<?xpacket begin=''?><x:xmpmeta><rdf:RDF>");

  expect(hidesMarkup(xmp)).toBe(false);
  expect(hidesMarkup(bytes(""))).toBe(false);
});

test("any bytes are accepted, and bytes beyond the sniffed ones change nothing", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 64 }),
      (head, rest) => {
        const type = sniffMediaType(head);
        const padded = Buffer.concat([head, Buffer.alloc(sniffBytes), rest]);

        expect(type === null || /^(image|audio|video|model)\//.test(type)).toBe(true);
        expect(sniffMediaType(padded)).toBe(sniffMediaType(padded.subarray(0, sniffBytes)));
      },
    ),
  );
});

test("an extension ignores case and parameters, and is bin for an unknown type", () => {
  expect(extensionOf("Text/Plain; charset=utf-8")).toBe("txt");
  expect(extensionOf("model/gltf-binary")).toBe("glb");
  expect(extensionOf("application/x-subrip")).toBe("srt");
  expect(extensionOf("text/vtt")).toBe("vtt");
  expect(extensionOf("application/x-unheard-of")).toBe("bin");
  expect(extensionOf("constructor")).toBe("bin");
  expect(extensionOf("")).toBe("bin");
});
