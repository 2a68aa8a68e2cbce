// Runs before every npm script, on any installed Node (20 or newer), and imports only node:*.
// Installs locked packages, builds the browser bundles (--build), installs the system packages of the tests
// (--chromium). Does nothing when all are up to date.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
const lockHash = hash([readFileSync('package-lock.json')])
if (!isStamped('node_modules/.bootstrap', lockHash)) await install()
if (process.argv.includes('--build') && !isStamped('dist/.bootstrap', sourceHash())) await build()
if (process.argv.includes('--chromium')) await installTestTools()

async function install() {
  refuseUnlessWritable()
  print('Installing packages…')
  await run('npm', [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  writeFileSync('node_modules/.bootstrap', lockHash)
}

async function build() {
  refuseUnlessWritable()
  print('Building the pages…')
  const stamp = sourceHash()
  // The build also writes the compressed files: see compressed() in vite.config.ts.
  await run(newNode(), ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  })
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/.bootstrap', stamp)
}

/** Hash of all bundle inputs. The server, the kernel, SQL and tests run from source. */
function sourceHash() {
  const files = ['client', 'features', 'integrations', 'lib', 'platform', 'ui', 'web'].flatMap((room) =>
    filesBelow(join('src', room)),
  )
  const isBundled = (file) => !/(\.test\.tsx?|\.server\.ts|\.seed\.ts|\.sql)$/.test(file)
  // Sorted by code unit, independent of the file system.
  const bundled = files.filter(isBundled).sort((a, b) => (a < b ? -1 : 1))
  const also = ['vite.config.ts', 'scripts/compress.ts', 'package.json']
  return hash([lockHash, ...[...also, ...bundled].flatMap((file) => [file, readFileSync(file)])])
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function hasChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = ['/usr/bin', '/usr/local/bin', ...process.env.PATH.split(delimiter)]
  return (
    existsSync(process.env.CHROMIUM ?? '') ||
    folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
  )
}

/**
 * Installs Chromium for all browser tests, and libfaketime, without which the visual comparison of screens is skipped.
 */
async function installTestTools() {
  const lacksClock = !existsSync('/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1')
  const lacksChromium = !hasChromium()
  const packages = [...(lacksChromium ? ['chromium', 'fonts-noto-core'] : []), ...(lacksClock ? ['faketime'] : [])]
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (packages.length === 0) return canInstall && installShell()
  const apt = ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages]
  const advice = `The tests drive Chromium, and none is installed. Install it once: sudo ${apt.join(' ')}`
  if (!canInstall && lacksChromium) giveUp(advice)
  if (!canInstall) return
  print(`Installing ${packages.join(', ')}…`)
  const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], quietly, advice)
  await run(apt[0], [...apt.slice(1), '-qq'], quietly, advice)
  installShell()
}

/**
 * Installs the headless shell of Chromium, which is faster. Where Debian has no package of it, tests use the full
 * browser.
 */
function installShell() {
  if (existsSync('/usr/bin/chromium-headless-shell') || process.env.CHROMIUM) return
  const [apt, ...args] = ['apt-get', 'install', '--yes', '--no-install-recommends', '-qq', 'chromium-headless-shell']
  spawnSync(apt, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** The Node from npm where it supports this platform, else the installed one, if it can run TypeScript. */
function newNode() {
  if (existsSync('node_modules/.bin/node')) return join(process.cwd(), 'node_modules/.bin/node')
  if (Number(process.versions.node.split('.')[0]) < 24)
    giveUp(`This machine needs Node 24 or newer; it has ${process.version}.`)
  return process.execPath
}

/** Forwards signals to the child, so that an interrupted npm leaves no process behind. */
function run(program, args, environment = {}, advice) {
  // Without node_modules/.bin in PATH: the Node in node_modules must not replace node_modules.
  const PATH = process.env.PATH.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, PATH, ...environment } })
  let stopping = false
  const pass = (signal) => {
    stopping = true
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  return new Promise((resolve) => {
    child.on('error', (error) => giveUp(advice ?? `${program} cannot be run: ${error.message}.`))
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      if (stopping || signal) process.exit(130)
      giveUp(advice ?? `${program} ${args[0]} failed; see its output above.`)
    })
  })
}

function refuseUnlessWritable() {
  try {
    for (const folder of ['.', 'node_modules', 'dist']) if (existsSync(folder)) accessSync(folder, constants.W_OK)
  } catch {
    giveUp(
      `The folder ${process.cwd()} is not writable for the user ${userInfo().username}. Start once as the user it belongs to, or clone it anew.`,
    )
  }
}

function isStamped(file, stamp) {
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

function hash(texts) {
  return texts.reduce((sum, text) => sum.update(text), createHash('sha256')).digest('hex')
}

function print(line) {
  process.stdout.write(`${line}\n`)
}

function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
