import { leftOutNote } from '../left-out.ts';
import type { EmitPlan } from '../plan.ts';

/** How the files are used. @param shaped number of nodes with shaped links */
export function composeReadme({ topology, image, pyxImage, faults }: EmitPlan, shaped: number): string {
  const links =
    shaped === 0
      ? ''
      : `
Links are shaped by \`tc\` in containers with NET_ADMIN beside ${shaped} of the nodes, of the image \`pyx-links\` (\`docker/build.sh links\`;
PYX_LINKS_IMAGE names another one). Delays need the module \`sch_netem\` on the machine: \`modprobe sch_netem\`. A node that was
restarted needs its links again: \`docker compose up -d --force-recreate NODE-links\`.
`;
  return `# ${topology.name}

${topology.nodes.length} nodes of the image \`${image}\`, ${topology.links.length} links; everything is for regtest. Pyx measures in a container with the image
\`${pyxImage}\`. No port is published, and the network leads nowhere else.

\`\`\`
export PYX_RPC_USER=pyx PYX_RPC_PASSWORD=$(openssl rand -hex 16)
docker compose up --exit-code-from coordinator       # docker-compose reads this file from 1.27 on
docker cp "$(docker compose ps -aq coordinator)":/project/results ./results      # docker-compose ps -q
docker compose down --volumes                        # nodes and results
\`\`\`
${links}
All nodes share this machine: the figures are of nodes that share its cores. If the addresses are taken, replace \`10.177.29\` in
both files.
${leftOutNote(topology, faults)}`;
}
