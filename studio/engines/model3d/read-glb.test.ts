import { expect, test } from "vitest";

import { matte } from "./material.ts";
import type { Mesh } from "./mesh.ts";
import { readGlb } from "./read-glb.ts";
import { writeGlb } from "./write-glb.ts";

const triangle: Mesh = {
  name: "triangle",
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
  indices: new Uint32Array([0, 1, 2]),
  material: matte("#336699"),
};

/** A file that consists of a description only. */
function describe(description: object): Uint8Array {
  const text = Buffer.from(JSON.stringify({ asset: { version: "2.0" }, ...description }));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  head.write("glTF");
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write("JSON", 16);
  return Buffer.concat([head, padded]);
}

test("reads the meshes that studio writes", async () => {
  const [mesh] = await readGlb(await writeGlb([triangle], { title: "t", note: "n" }));

  expect([...(mesh?.positions ?? [])]).toEqual([...triangle.positions]);
  expect(mesh?.material).toMatchObject({ color: "#336699", opacity: 1 });
});

test.each([
  ["no glTF", Buffer.from("glTF but not really")],
  ["no triangles", describe({ scenes: [{ nodes: [] }], scene: 0 })],
  [
    "a circle of nodes",
    describe({ nodes: [{ children: [1] }, { children: [0] }], scenes: [{ nodes: [0] }] }),
  ],
  ["a node with two parents", describe({ nodes: [{ children: [2] }, { children: [2] }, {}] })],
  [
    "a huge list of zeros",
    describe({ accessors: [{ componentType: 5126, count: 4e9, type: "VEC3" }] }),
  ],
  [
    "a required extension",
    describe({
      extensionsRequired: ["KHR_draco_mesh_compression"],
      extensionsUsed: ["KHR_draco_mesh_compression"],
    }),
  ],
])("refuses a file with %s", async (_, bytes) => {
  await expect(readGlb(bytes)).rejects.toMatchObject({ code: "invalid_input" });
});
