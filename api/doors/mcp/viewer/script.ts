/**
 * Program of the viewer. Speaks MCP Apps (2026-01-26) with the host by messages between windows: receives the result of the
 * tool, and asks `get_job` until the job has ended. Text from outside is only ever set as text, and URLs only as `src`.
 */
export const viewerScript = `
const files = document.getElementById("files");
const status = document.getElementById("status");
const actions = document.getElementById("actions");
const pollMs = 3000;
const pollsMax = 600;
const open = new Map();
let lastId = 0;
let host = {};
let polls = 0;

const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params = {}) => post({ method, params });

function ask(method, params) {
  lastId += 1;
  const id = lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => open.set(id, { resolve, reject }));
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = data;
  if (method === undefined) {
    const waiting = open.get(id);
    open.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  } else if (method === "ui/notifications/tool-result") {
    void show(params);
  } else if (method === "ui/notifications/tool-cancelled") {
    status.textContent = "Canceled.";
  } else if (method === "ui/notifications/host-context-changed") {
    applyContext(params);
  } else if (id !== undefined) {
    const isKnown = method === "ui/resource-teardown" || method === "ping";
    post(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: "Method not found" } });
  }
});

function applyContext({ theme, styles } = {}) {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
  }
}

async function show({ structuredContent: job, content = [], isError }) {
  const text = content.find(({ type }) => type === "text")?.text ?? "";
  if (isError === true || typeof job?.jobId !== "string") {
    status.textContent = text;
    return;
  }
  if (job.status === "completed") {
    files.replaceChildren(...job.outputs.map((output) => elementOf(output, job.jobId, text)));
    const credits = job.credits === 1 ? "1 credit" : job.credits + " credits";
    status.textContent = [job.model, credits].filter(Boolean).join(", ");
    offer(job);
  } else if (job.progress !== undefined) {
    const bar = Object.assign(document.createElement("progress"), { max: 100, value: job.progress.percent });
    bar.setAttribute("aria-label", "Progress");
    files.replaceChildren(bar);
    const { stage } = job.progress;
    status.textContent = stage.charAt(0).toUpperCase() + stage.slice(1) + "…";
    await follow(job.jobId);
  } else {
    status.textContent = text;
  }
}

function elementOf({ outputId, url, contentType }, jobId, text) {
  if (contentType === "model/gltf-binary" && host.serverResources !== undefined) {
    return modelOf("gme://jobs/" + jobId + "/outputs/" + outputId);
  }
  const [kind] = contentType.split("/");
  const names = { image: "img", video: "video", audio: "audio" };
  const element = document.createElement(names[kind] ?? "pre");
  if (kind in names) {
    element.src = url;
    if (kind === "image") element.alt = "Result";
    else element.controls = true;
    element.addEventListener("error", () => { status.textContent = "The file cannot be shown here. Open it instead."; });
  } else {
    element.textContent = kind === "text" ? text.split("\\n").slice(2).join("\\n") : "File of the type " + contentType;
  }
  return element;
}

/** The host reads the file, so that the page needs no connection. Files above 4 MiB are opened instead. */
function modelOf(uri) {
  const canvas = Object.assign(document.createElement("canvas"), { tabIndex: 0 });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "3D model. Drag it or use the arrow keys to turn it.");
  const load = async () => {
    const { contents: [{ blob }] } = await ask("resources/read", { uri });
    if (blob === undefined) throw new Error("The model is too large to be shown here. Open the file instead.");
    await showModel(canvas, Uint8Array.from(atob(blob), (each) => each.charCodeAt(0)).buffer);
    canvas.dataset.state = "shown";
  };
  load().catch((error) => {
    canvas.remove();
    status.textContent = error.message;
  });
  return canvas;
}

function offer({ outputs }) {
  const buttons = [];
  if (host.openLinks !== undefined) {
    for (const [index, { url }] of outputs.entries()) {
      const label = outputs.length === 1 ? "Open" : "Open " + (index + 1);
      buttons.push(button(label, () => ask("ui/open-link", { url })));
    }
  }
  const [first] = outputs;
  if (host.message !== undefined && first?.contentType.startsWith("image/")) {
    const content = [{ type: "text", text: "Make it wider: the same picture in 16:9 (outputId " + first.outputId + ")." }];
    buttons.push(button("Make it wider", () => ask("ui/message", { role: "user", content })));
  }
  actions.replaceChildren(...buttons);
}

function button(label, act) {
  const element = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  element.addEventListener("click", () => {
    act().catch((error) => { status.textContent = error.message; });
  });
  return element;
}

async function follow(jobId) {
  if (host.serverTools === undefined || polls >= pollsMax) return;
  polls += 1;
  await new Promise((resolve) => setTimeout(resolve, pollMs));
  const params = { name: "get_job", arguments: { job_id: jobId, wait_seconds: 20, preview: "none" } };
  try {
    await show(await ask("tools/call", params));
  } catch (error) {
    status.textContent = error.message;
  }
}

new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement;
  notify("ui/notifications/size-changed", { width, height });
}).observe(document.body);

const initialized = await ask("ui/initialize", {
  appInfo: { name: "gme-viewer", version: "1.0.0" },
  appCapabilities: {},
  protocolVersion: "2026-01-26",
});
host = initialized.hostCapabilities;
applyContext(initialized.hostContext);
notify("ui/notifications/initialized");
`;
