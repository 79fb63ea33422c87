import {
  ACESFilmicToneMapping,
  Box3,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

export interface ModelScene {
  /** Turns the camera by steps of 15 degrees, to the right and down. */
  turn(right: number, down: number): void;
  close(): void;
}

const fieldOfView = 35;
const stepRadians = Math.PI / 12;
const pixelRatioMax = 2;

/**
 * Shows a GLB file on a canvas. Renders when something changes, not continuously. Returns null for a browser
 * without WebGL. `onFailure` is called later, also in that case.
 */
export function createModelScene(
  canvas: HTMLCanvasElement,
  url: string,
  onFailure: () => void,
): ModelScene | null {
  if (canvas.getContext("webgl2") === null) {
    queueMicrotask(onFailure);
    return null;
  }
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.setPixelRatio(Math.min(devicePixelRatio, pixelRatioMax));
  const scene = new Scene();
  const light = new PMREMGenerator(renderer);
  scene.environment = light.fromScene(new RoomEnvironment()).texture;
  const camera = new PerspectiveCamera(fieldOfView);
  const controls = new OrbitControls(camera, canvas);
  const draw = () => renderer.render(scene, camera);
  const fit = () => {
    const { clientWidth, clientHeight } = canvas;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / Math.max(1, clientHeight);
    camera.updateProjectionMatrix();
    draw();
  };
  controls.addEventListener("change", draw);
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);
  let isOpen = true;
  const load = async () => {
    const file = await new GLTFLoader().loadAsync(url);
    if (!isOpen) return;
    scene.add(file.scene);
    placeCamera(camera, controls, file.scene);
    draw();
  };
  load().catch(onFailure);
  return {
    turn(right, down) {
      const offset = camera.position.clone().sub(controls.target);
      offset.applyAxisAngle(new Vector3(0, 1, 0), -right * stepRadians);
      const side = new Vector3().crossVectors(offset, camera.up).normalize();
      const tilted = offset.clone().applyAxisAngle(side, down * stepRadians);
      const isUpright = Math.abs(tilted.clone().normalize().y) < 0.98;
      camera.position.copy(controls.target).add(isUpright ? tilted : offset);
      controls.update();
      draw();
    },
    close() {
      isOpen = false;
      observer.disconnect();
      controls.dispose();
      light.dispose();
      renderer.dispose();
    },
  };
}

/** Looks at the middle of a model from a distance at which all of it is visible. */
function placeCamera(camera: PerspectiveCamera, controls: OrbitControls, model: Object3D): void {
  const box = new Box3().setFromObject(model);
  const radius = box.getSize(new Vector3()).length() / 2;
  const distance = radius / Math.sin((fieldOfView * Math.PI) / 360);
  controls.target.copy(box.getCenter(new Vector3()));
  camera.position.copy(controls.target).add(new Vector3(0.6, 0.35, 1).setLength(distance * 1.1));
  camera.near = distance / 100;
  camera.far = distance * 10;
  camera.updateProjectionMatrix();
  controls.update();
}
