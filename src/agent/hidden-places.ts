import path from 'node:path'

/** Where logins, keys and what people wrote lie, from the home. */
const IN_HOME = [
  ...['.ssh', '.gnupg', '.password-store', '.local/share/keyrings', '.netrc', '.git-credentials', '.config/git/credentials', '.config/gh', '.config/glab-cli', '.config/hub'],
  ...['.aws', '.azure', '.config/gcloud', '.kube', '.docker', '.config/containers', '.terraform.d', '.vault-token', '.config/rclone', '.oci'],
  ...['.npmrc', '.yarnrc.yml', '.pypirc', '.config/pip', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.m2/settings.xml', '.gradle/gradle.properties'],
  ...['.cache/huggingface/token', '.cache/huggingface/stored_tokens', '.huggingface'],
  ...['.claude', '.claude.json', '.codex', '.gemini', '.config/github-copilot', '.copilot', '.local/share/opencode'],
  ...['.mozilla', '.config/google-chrome', '.config/chromium', '.thunderbird'],
  ...['.bash_history', '.zsh_history', '.local/share/fish', '.python_history', '.node_repl_history', '.psql_history', '.mysql_history'],
]

/** Sockets by which other programs, which are in no sandbox, do what they are told; and secrets of containers. */
const OF_SYSTEM = ['/run/user', '/run/dbus', '/run/docker.sock', '/run/podman', '/run/containerd', '/run/crio', '/run/snapd.socket', '/run/libvirt', '/run/secrets', '/var/run/docker.sock']

/** Absolute paths that an agent in a sandbox finds empty, where they exist. */
export function hiddenPlaces(home: string): string[] {
  return [...home === '' ? [] : IN_HOME.map(name => path.join(home, name)), ...OF_SYSTEM]
}

/** Devices that a sandbox leaves in reach: for graphics and computing. Names in `/dev`. */
export const COMPUTING_DEVICES = /^(?:dri|kfd|accel|nvidia\w*(?:-\w+)*|dxg)$/
