import type { Material as GltfMaterial } from "@gltf-transform/core";
import { Document, WebIO } from "@gltf-transform/core";

import { parseHex } from "#studio/engines/scene/color.ts";

import type { Material } from "./material.ts";
import type { Mesh, TextureImage } from "./mesh.ts";

/** Writes a binary glTF 2.0 file with one node for each mesh. The same meshes produce the same bytes. */
export async function writeGlb(
  meshes: readonly Mesh[],
  { title, note }: { title: string; note: string },
): Promise<Uint8Array> {
  const document = new Document();
  const root = document.getRoot();
  const asset = root.getAsset();
  asset.generator = "Generative Media Engine studio";
  asset.extras = { note };
  const buffer = document.createBuffer();
  const scene = document.createScene(title);
  root.setDefaultScene(scene);
  const materials = new Map<string, GltfMaterial>();
  const images = new Map<TextureImage, number>();
  for (const mesh of meshes) {
    const attribute = (type: "VEC2" | "VEC3", array: Float32Array) =>
      document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(buffer);
    const short = mesh.positions.length / 3 < 65_535;
    const indices = document
      .createAccessor()
      .setType("SCALAR")
      .setArray(short ? new Uint16Array(mesh.indices) : new Uint32Array(mesh.indices))
      .setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setAttribute("POSITION", attribute("VEC3", mesh.positions))
      .setAttribute("NORMAL", attribute("VEC3", mesh.normals))
      .setIndices(indices);
    if (mesh.texture) {
      primitive.setAttribute("TEXCOORD_0", attribute("VEC2", mesh.texture.coordinates));
    }
    const key = materialKey(mesh, images);
    const material = materials.get(key) ?? createMaterial(document, mesh);
    materials.set(key, material);
    primitive.setMaterial(material);
    const gltfMesh = document.createMesh(mesh.name).addPrimitive(primitive);
    scene.addChild(document.createNode(mesh.name).setMesh(gltfMesh));
  }
  return new WebIO().writeBinary(document);
}

/** Meshes with equal materials and tiles share one; other textures belong to one mesh. */
function materialKey({ name, material, texture }: Mesh, images: Map<TextureImage, number>): string {
  if (!texture) return JSON.stringify(material);
  if (!texture.repeats) return name;
  const image = images.get(texture.image) ?? images.size;
  images.set(texture.image, image);
  return JSON.stringify([material, image]);
}

function createMaterial(document: Document, { name, material, texture }: Mesh): GltfMaterial {
  const [red, green, blue] = toLinear(material.color);
  const created = document
    .createMaterial(name)
    .setBaseColorFactor([red, green, blue, material.opacity])
    .setRoughnessFactor(material.roughness)
    .setMetallicFactor(material.metallic);
  if (material.opacity < 1) created.setAlphaMode("BLEND").setDoubleSided(true);
  if (material.glows) created.setEmissiveFactor([red, green, blue]);
  if (texture) {
    created.setBaseColorTexture(
      document
        .createTexture(name)
        .setMimeType("image/png")
        .setImage(new Uint8Array(texture.image.png)),
    );
  }
  return created;
}

/** Converts sRGB to the linear factors of glTF. */
export function toLinear(color: Material["color"]): [number, number, number] {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = parseHex(color);
  return [linear(red), linear(green), linear(blue)];
}
