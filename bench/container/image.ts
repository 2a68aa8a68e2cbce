// Executes the stages of a Dockerfile over this machine's files: each in its own root folder, entered by chroot.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Dockerfile, isIgnored, linesOf, type Stage } from './dockerfile.ts'

const project = resolve(import.meta.dirname, '../..')
/** The user of the official Node images; the id only has to be unused here. */
const nodeUser = { id: 41_999, home: '/home/node' }
/** Files and variables with which this machine reaches the package registry. */
const network = Object.entries(process.env).filter(([name]) =>
  /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_)/i.test(name),
)

export type Image = {
  root: string
  /** Runs a command as the image's user, in its working folder and environment. */
  start(command: string[], env?: Record<string, string>): ChildProcess
  run(command: string, env?: Record<string, string>): { status: number | null; output: string }
}

/** Builds all stages below `base`, a separate file system; returns the last. */
export function buildImage({ stages }: Dockerfile, base: string, print: (line: string) => void): Image {
  const built = new Map<string | undefined, Image>()
  let image: Image | undefined
  for (const [i, stage] of stages.entries()) {
    const root = makeRoot(base, `stage-${i}`)
    image = carryOut(stage, root, built, print)
    built.set(stage.name, image)
  }
  return image!
}

/**
 * Mounts this machine's files read-only, with writes in `base`. The project is hidden, HOME is empty, and `node` is the
 * Node of this process.
 */
function makeRoot(base: string, name: string): string {
  const [upper, work, root] = ['upper', 'work', 'root'].map((part) => join(base, name, part))
  for (const folder of [upper!, work!, root!]) mkdirSync(folder, { recursive: true })
  mount('-t', 'overlay', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, root!)
  const inside = (path: string) => join(root!, path)
  for (const folder of [project, '/root', '/tmp']) {
    mkdirSync(inside(folder), { recursive: true })
    mount('-t', 'tmpfs', '-o', `mode=${folder === '/tmp' ? '1777' : '755'}`, 'tmpfs', inside(folder))
  }
  mount('--rbind', '/dev', inside('/dev'))
  mount('-t', 'proc', 'proc', inside('/proc'))
  copyFileSync('/etc/resolv.conf', inside('/etc/resolv.conf'))
  copyFileSync(process.execPath, inside('/usr/local/bin/node'))
  appendFileSync(inside('/etc/passwd'), `node:x:${nodeUser.id}:${nodeUser.id}::${nodeUser.home}:/bin/sh\n`)
  appendFileSync(inside('/etc/group'), `node:x:${nodeUser.id}:\n`)
  must('install', '-d', '-o', `${nodeUser.id}`, '-g', `${nodeUser.id}`, inside(nodeUser.home))
  return root!
}

function carryOut(
  stage: Stage,
  root: string,
  built: ReadonlyMap<string | undefined, Image>,
  print: (line: string) => void,
) {
  let [folder, user] = ['/', 'root']
  const env: Record<string, string> = {}
  const options = (more: Record<string, string> = {}) => ({
    env: {
      ...Object.fromEntries(network),
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: user === 'root' ? '/root' : nodeUser.home,
      ...env,
      ...more,
    },
  })
  const chroot = (command: string) => {
    const id = user === 'root' ? 0 : nodeUser.id
    return [`--userspec=${id}:${id}`, '--groups=', root, '/bin/sh', '-c', `cd ${folder} && ${command}`]
  }
  const image: Image = {
    root,
    start: (command, more) =>
      spawn('chroot', chroot(`exec ${command.join(' ')}`), { ...options(more), stdio: ['ignore', 'pipe', 'pipe'] }),
    run(command, more) {
      const { status, stdout, stderr } = spawnSync('chroot', chroot(command), { ...options(more), encoding: 'utf8' })
      return { status, output: `${stdout}${stderr}`.trim() }
    },
  }
  const inFolder = (path: string) => join(root, resolve(folder, path))
  for (const step of stage.steps) {
    if (step.kind === 'workdir') mkdirSync(join(root, (folder = step.folder)), { recursive: true })
    else if (step.kind === 'env') Object.assign(env, step.values)
    else if (step.kind === 'user') user = step.name
    else if (step.kind === 'copy')
      for (const source of step.sources) {
        const target = inFolder(step.target)
        if (step.from === undefined) copyFromProject(source, target)
        else must('cp', '-a', `${join(built.get(step.from)!.root, source)}/.`, target)
      }
    else {
      print(`RUN ${step.command}`)
      const { status, output } = image.run(step.command)
      if (status !== 0) throw new Error(`${step.command} ended with ${status}:\n${output}`)
    }
  }
  return image
}

/** Copies like COPY: the contents of a folder, or a file by its name, except those excluded by .dockerignore. */
function copyFromProject(source: string, target: string) {
  const patterns = linesOf(readFileSync(join(project, '.dockerignore'), 'utf8'))
  const from = resolve(project, source)
  const isWanted = (path: string) => path === project || !isIgnored(patterns, relative(project, path))
  if (from === project) return cpSync(from, target, { recursive: true, verbatimSymlinks: true, filter: isWanted })
  if (!isWanted(from)) throw new Error(`.dockerignore leaves out ${source}, which deploy/Dockerfile copies`)
  mkdirSync(target, { recursive: true })
  copyFileSync(from, join(target, source.split('/').at(-1)!))
}

const mount = (...args: string[]) => must('mount', ...args)

function must(program: string, ...args: string[]) {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
