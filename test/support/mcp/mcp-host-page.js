/** Page that shows an MCP app as hosts do, with the official bridge. */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

window.showApp = async ({ html, domains, result }) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.width = 640;
  frame.height = 480;
  const policy = [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "img-src " + domains.join(" "),
    "media-src " + domains.join(" "),
  ].join("; ");
  document.body.append(frame);
  const bridge = new AppBridge(
    null,
    { name: "test-host", version: "1.0.0" },
    { openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} } },
    { hostContext: { theme: "dark" } },
  );
  bridge.oncalltool = async (params) => window.callTool(params);
  bridge.onreadresource = async ({ uri }) => window.readResource(uri);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- The bridge takes one handler of requests.
  bridge.onmessage = async ({ content }) => {
    await window.noteMessage(content[0].text);
    return {};
  };
  bridge.onopenlink = async ({ url }) => {
    await window.noteMessage(url);
    return {};
  };
  const initialized = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html.replace(
    "<head>",
    '<head><meta http-equiv="Content-Security-Policy" content="' + policy + '">',
  );
  await initialized;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
