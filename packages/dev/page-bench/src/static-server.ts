import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { freePort } from "sync-server/bench/free-port";
import { installDebianPackages } from "web/e2e/support/browsers/debian-packages";

export type StaticServer = { origin: string; stop: () => Promise<void> };
export type StaticFiles = ReadonlyMap<string, Uint8Array>;

const isThere = () => spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0;

export function findNginx({ mayInstall }: { mayInstall: boolean }): boolean {
  if (isThere()) return true;
  return (
    mayInstall && (installDebianPackages(["nginx-light"]) || installDebianPackages(["nginx"])) && isThere()
  );
}

export async function serveStatically(files: StaticFiles): Promise<StaticServer> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-static-"));
  for (const [path, bytes] of files) {
    const file = join(folder, "files", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    if (!path.endsWith(".woff2")) await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  const port = await freePort();
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port));
  const nginx = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 5000; waited += 50) {
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    origin,
    async stop() {
      nginx.kill("SIGQUIT");
      await once(nginx, "close");
      await rm(folder, { recursive: true });
    },
  };
}

const configuration = (
  folder: string,
  port: number,
) => `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;${process.getuid?.() === 0 ? " user root;" : ""}
events {}
http {
  access_log off; default_type text/html; types { font/woff2 woff2; image/svg+xml svg; text/plain txt; }
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}/files; gzip_static on; }
}
`;
