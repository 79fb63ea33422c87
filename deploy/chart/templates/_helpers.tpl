{{- define "gme.labels" -}}
app.kubernetes.io/name: generative-media-engine
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "gme.metadata" -}}
name: {{ .root.Release.Name }}-{{ .component }}
labels:
  {{- include "gme.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "gme.image" -}}
image: "{{ .root.Values.image.repository }}/{{ .image }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- end }}

{{/* Settings of the process before those of the component, which may replace them. */}}
{{- define "gme.env" -}}
{{- $fixed := dict "HOST" "0.0.0.0" "INTERNAL_HOST" "0.0.0.0" "DATA_DIR" "/data" "TRUST_PROXY" "1" -}}
{{- if .root.Values.models.existingConfigMap }}{{ $_ := set $fixed "MODELS_FILE" (printf "/models/%s" .root.Values.models.key) }}{{ end -}}
{{- if .root.Values.storage.existingClaim }}{{ $_ := set $fixed "STORAGE_DIR" "/storage" }}{{ end -}}
{{- if .root.Values.studio.enabled }}{{ $_ := set $fixed "STUDIO_URL" (printf "http://%s-studio:8090" .root.Release.Name) }}{{ end -}}
{{- $settings := mergeOverwrite $fixed (deepCopy .root.Values.settings) (deepCopy (.settings | default dict)) -}}
{{- range $name, $value := $settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range .root.Values.secret.keys }}
- { name: {{ . }}_FILE, value: /run/secrets/gme/{{ . }} }
{{- end }}
{{- end }}

{{- define "gme.mounts" -}}
- { name: secrets, mountPath: /run/secrets/gme, readOnly: true }
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if .root.Values.models.existingConfigMap }}
- { name: models, mountPath: /models, readOnly: true }
{{- end }}
{{- if .root.Values.storage.existingClaim }}
- { name: storage, mountPath: /storage }
{{- end }}
{{- with .root.Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "gme.volumes" -}}
- name: secrets
  secret: { secretName: {{ .root.Values.secret.existingSecret }}, defaultMode: 0440 }
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: data
  emptyDir: { sizeLimit: {{ .dataSize | default "1Gi" }} }
{{- with .root.Values.models.existingConfigMap }}
- name: models
  configMap: { name: {{ . }} }
{{- end }}
{{- with .root.Values.storage.existingClaim }}
- name: storage
  persistentVolumeClaim: { claimName: {{ . }} }
{{- end }}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The namespace label pod-security.kubernetes.io/enforce=restricted admits these pods. */}}
{{- define "gme.podSettings" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "gme.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "gme.labels" $ | nindent 8 }}
  {{- end }}
{{- end }}

{{- define "gme.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "gme.probes" -}}
startupProbe:
  httpGet: { path: /live, port: internal }
  periodSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: { path: /live, port: internal }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /ready, port: internal }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}

{{- define "gme.podAnnotations" -}}
gme/secret-revision: {{ .root.Values.secret.revision | quote }}
{{- with .root.Values.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "gme.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {{ include "gme.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  # A pod that cannot work must not block the drain of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{ include "gme.labels" . | nindent 6 }}
{{- end }}

{{- define "gme.cpuScaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {{ include "gme.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .root.Release.Name }}-{{ .component }} }
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .cpuPercent }} } }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
