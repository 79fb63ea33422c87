/**
 * Part of the viewer's program that draws a GLB with WebGL 2: triangles with normals, colours and colour textures, which is
 * what generated models have. `showModel` throws an error whose message people can read for anything that it cannot draw,
 * such as compressed geometry. A renderer for all of glTF has a hundred times the bytes, and the page may load no program.
 */
export const modelScript = `
const componentTypes = {
  5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array,
};
const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const attributes = { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2, COLOR_0: 3 };
const vertexShader = \`#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 tint;
uniform mat4 world, view, projection;
out vec3 place, direction;
out vec2 point;
out vec4 shade;
void main() {
  vec4 seen = view * world * vec4(position, 1.0);
  place = seen.xyz;
  direction = mat3(view) * mat3(world) * normal;
  point = uv;
  shade = tint;
  gl_Position = projection * seen;
}\`;
const fragmentShader = \`#version 300 es
precision highp float;
in vec3 place, direction;
in vec2 point;
in vec4 shade;
uniform vec4 factor;
uniform sampler2D picture;
uniform bool hasPicture;
out vec4 result;
void main() {
  vec4 base = factor * shade * (hasPicture ? texture(picture, point) : vec4(1.0));
  vec3 side = dot(direction, direction) > 0.0 ? direction : cross(dFdx(place), dFdy(place));
  float light = 0.35 + 0.65 * abs(dot(normalize(side), normalize(vec3(0.3, 0.5, 0.8))));
  result = vec4(pow(base.rgb * light, vec3(1.0 / 2.2)), 1.0);
}\`;

async function showModel(canvas, bytes) {
  const gl = canvas.getContext("webgl2", { antialias: true });
  if (gl === null) throw new Error("This host cannot draw 3D models. Open the file instead.");
  const { json, binary } = parseGlb(bytes);
  const unknown = (json.extensionsRequired ?? []).find((name) => !name.startsWith("KHR_materials_"));
  if (unknown !== undefined) throw new Error("Models with " + unknown + " cannot be drawn here. Open the file instead.");
  const program = link(gl);
  const textures = await Promise.all((json.textures ?? []).map((texture) => loadTexture(gl, json, binary, texture)));
  const parts = listParts(json).map((part) => upload(gl, json, binary, part, textures));
  if (parts.length === 0) throw new Error("The model has nothing to draw. Open the file instead.");
  turn(canvas, (camera) => draw(gl, program, parts, camera));
}

function parseGlb(bytes) {
  const data = new DataView(bytes);
  if (data.getUint32(0, true) !== 0x46546c67 || data.getUint32(4, true) !== 2) throw new Error("The file is not a GLB.");
  const length = data.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
  return { json, binary: bytes.slice(20 + length + 8) };
}

function readAccessor(json, binary, index) {
  const { bufferView, byteOffset = 0, componentType, count, type, normalized } = json.accessors[index];
  const view = json.bufferViews[bufferView];
  const Type = componentTypes[componentType];
  const size = sizes[type];
  const step = Type.BYTES_PER_ELEMENT * size;
  const start = (view.byteOffset ?? 0) + byteOffset;
  const stride = view.byteStride ?? step;
  const values = new Type(count * size);
  for (let each = 0; each < count; each += 1) {
    const at = start + each * stride;
    values.set(new Type(binary.slice(at, at + step)), each * size);
  }
  return { values, size, componentType, normalized: normalized === true };
}

/** Triangles with the matrix of their node. */
function listParts(json) {
  const parts = [];
  const visit = (index, parent, depth) => {
    if (depth > 64) throw new Error("The model is nested too deeply. Open the file instead.");
    const node = json.nodes[index];
    const world = multiply(parent, matrixOf(node));
    for (const primitive of json.meshes?.[node.mesh]?.primitives ?? []) {
      if ((primitive.mode ?? 4) === 4) parts.push({ primitive, world });
    }
    for (const child of node.children ?? []) visit(child, world, depth + 1);
  };
  for (const root of json.scenes?.[json.scene ?? 0]?.nodes ?? []) visit(root, identity, 0);
  return parts;
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function multiply(a, b) {
  return identity.map((_, at) => {
    const row = at % 4;
    const column = at - row;
    return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
  });
}

function matrixOf({ matrix, translation: [x, y, z] = [0, 0, 0], rotation: [a, b, c, d] = [0, 0, 0, 1], scale: [u, v, w] = [1, 1, 1] }) {
  if (matrix !== undefined) return matrix;
  return [
    (1 - 2 * (b * b + c * c)) * u, 2 * (a * b + c * d) * u, 2 * (a * c - b * d) * u, 0,
    2 * (a * b - c * d) * v, (1 - 2 * (a * a + c * c)) * v, 2 * (b * c + a * d) * v, 0,
    2 * (a * c + b * d) * w, 2 * (b * c - a * d) * w, (1 - 2 * (a * a + b * b)) * w, 0,
    x, y, z, 1,
  ];
}

async function loadTexture(gl, json, binary, { source }) {
  const { bufferView, mimeType } = json.images[source];
  const { byteOffset = 0, byteLength } = json.bufferViews[bufferView];
  const image = await createImageBitmap(new Blob([binary.slice(byteOffset, byteOffset + byteLength)], { type: mimeType }));
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.generateMipmap(gl.TEXTURE_2D);
  return texture;
}

function link(gl) {
  const program = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  return program;
}

function upload(gl, json, binary, { primitive, world }, textures) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  for (const [name, location] of Object.entries(attributes)) {
    const index = primitive.attributes[name];
    if (index === undefined) continue;
    const { values, size, componentType, normalized } = readAccessor(json, binary, index);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, componentType, normalized, 0, 0);
  }
  const { min, max, count } = json.accessors[primitive.attributes.POSITION];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
    const [x, y, z] = [0, 1, 2].map((axis) => ((bits >> axis) & 1 ? max : min)[axis]);
    return [0, 1, 2].map((row) => world[row] * x + world[row + 4] * y + world[row + 8] * z + world[row + 12]);
  });
  const indices = primitive.indices === undefined ? null : readAccessor(json, binary, primitive.indices);
  if (indices !== null) {
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices.values, gl.STATIC_DRAW);
  }
  const { baseColorFactor: factor = [1, 1, 1, 1], baseColorTexture } =
    json.materials?.[primitive.material]?.pbrMetallicRoughness ?? {};
  const texture = baseColorTexture === undefined ? undefined : textures[baseColorTexture.index];
  return { array, world, corners, factor, texture, count: indices?.values.length ?? count, indexType: indices?.componentType };
}

/** Draws when the view changes; turns slowly until a person turns the model. */
function turn(canvas, drawView) {
  const camera = { yaw: 0.6, pitch: 0.35, distance: 1 };
  let moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      if (moves) camera.yaw += 0.006;
      drawView(camera);
      if (moves) ask();
    });
  };
  const change = (yaw, pitch, zoom = 1) => {
    moves = false;
    camera.yaw += yaw;
    camera.pitch = Math.min(1.5, Math.max(-1.5, camera.pitch + pitch));
    camera.distance = Math.min(4, Math.max(0.4, camera.distance * zoom));
    ask();
  };
  const keys = {
    ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15], "+": [0, 0, 0.85], "-": [0, 0, 1.18],
  };
  canvas.addEventListener("pointerdown", ({ pointerId }) => canvas.setPointerCapture(pointerId));
  canvas.addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
    if (buttons !== 0) change(-movementX / 100, movementY / 100);
  });
  canvas.addEventListener("keydown", (event) => {
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    change(...keys[event.key]);
  });
  new ResizeObserver(() => {
    canvas.width = Math.max(1, canvas.clientWidth * devicePixelRatio);
    canvas.height = Math.max(1, canvas.clientHeight * devicePixelRatio);
    ask();
  }).observe(canvas);
  drawView(camera);
}

function draw(gl, program, parts, { yaw, pitch, distance }) {
  const { width, height } = gl.canvas;
  const corners = parts.flatMap((part) => part.corners);
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1, 2].map((axis) => corners.reduce((found, corner) => pick(found, corner[axis]), corners[0][axis])));
  const radius = Math.hypot(...high.map((value, axis) => value - low[axis])) / 2 || 1;
  const away = radius * 2.6 * distance * Math.max(1, height / width);
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const [x, y, z] = low.map((value, axis) => -(value + high[axis]) / 2);
  const rotation = [cy, sy * sp, -sy * cp, 0, 0, cp, sp, 0, sy, -cy * sp, cy * cp, 0, 0, 0, -away, 1];
  const view = multiply(rotation, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
  const [near, far, focus] = [away / 100, away + radius * 4, 2.4];
  const depth = near - far;
  const projection = [(focus * height) / width, 0, 0, 0, 0, focus, 0, 0, 0, 0, (near + far) / depth, -1, 0, 0, (2 * near * far) / depth, 0];
  const place = (name) => gl.getUniformLocation(program, name);
  gl.viewport(0, 0, width, height);
  gl.enable(gl.DEPTH_TEST);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.useProgram(program);
  gl.uniformMatrix4fv(place("view"), false, view);
  gl.uniformMatrix4fv(place("projection"), false, projection);
  gl.vertexAttrib4f(attributes.COLOR_0, 1, 1, 1, 1);
  gl.vertexAttrib4f(attributes.NORMAL, 0, 0, 0, 0);
  for (const { array, world, factor, texture, count, indexType } of parts) {
    gl.bindVertexArray(array);
    gl.bindTexture(gl.TEXTURE_2D, texture ?? null);
    gl.uniform1i(place("hasPicture"), texture === undefined ? 0 : 1);
    gl.uniform4fv(place("factor"), factor);
    gl.uniformMatrix4fv(place("world"), false, world);
    if (indexType === undefined) gl.drawArrays(gl.TRIANGLES, 0, count);
    else gl.drawElements(gl.TRIANGLES, count, indexType, 0);
  }
}
`;
