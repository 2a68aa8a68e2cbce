import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { isIgnored, linesOf, readDockerfile } from '../bench/container/dockerfile.ts'
import { readConfig } from '#server/config.ts'
import { filesBelow, root, text } from './source.ts'

const dockerfile = readDockerfile(text('deploy/Dockerfile'))
const ignored = linesOf(text('.dockerignore'))

test('the example of settings starts a public installation that resolves client IPs behind its proxy', () => {
  const config = readConfig(parseEnv(text('deploy/maslul.env.example')))
  expect(config).toMatchObject({ isLocal: false, demo: 'none', warnings: [], clientIpHeader: 'X-Forwarded-For' })
  expect(config.backup.target).toHaveProperty('s3')
})

test('commands beside the service run with its user and settings, and a temporary folder on a disk', () => {
  const command = text('deploy/maslul-run')
  for (const part of ['--uid=maslul', '--property=EnvironmentFile=/etc/maslul.env', '--setenv=TMPDIR=/var/tmp'])
    expect(command).toContain(part)
})

test('nginx forwards URLs of up to 16 KB, the longest that the APIs accept', () => {
  expect(text('deploy/nginx.conf')).toContain('large_client_header_buffers 4 16k;')
})

test('the image runs as a user other than root, from a program that this user may not write', () => {
  const last = dockerfile.stages.at(-1)!
  const users = last.steps.filter((step) => step.kind === 'user')
  expect(users).toEqual([{ kind: 'user', name: 'node' }])
  expect(dockerfile.stages.map(({ base }) => base)).toEqual(['node:26-slim', 'node:26-slim'])
})

test('the data folder of the image is below the root of its volume, so that a restore can rename it', () => {
  const values = dockerfile.stages.at(-1)!.steps.flatMap((step) => (step.kind === 'env' ? [step.values] : []))
  expect(Object.assign({}, ...values)).toMatchObject({ DATA_DIR: `${dockerfile.volume}/maslul`, HOST: '0.0.0.0' })
})

test('the image contains the files that are copied and bundled, and neither tests nor keys of this machine', () => {
  const copied = dockerfile.stages.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'copy' && step.from === undefined ? step.sources : [])),
  )
  expect(copied.filter((path) => !existsSync(join(root, path)) || isIgnored(ignored, path))).toEqual([])
  expect(filesBelow('src').filter((path) => isIgnored(ignored, path))).toEqual([])
  expect(
    ['data/keys.json', '.git/config', 'deploy/maslul.env', 'e2e/keyboard.ts', 'node_modules/a/b.js'].every((path) =>
      isIgnored(ignored, path),
    ),
  ).toBe(true)
})

test('a Dockerfile instruction that the check does not simulate is refused', () => {
  const file = (line: string) => `FROM node:26-slim\n${line}\nCMD ["node"]\n`
  expect(() => readDockerfile(file('ADD a b'))).toThrow('ADD a b')
  expect(() => readDockerfile(file('COPY --chown=node a b'))).toThrow('--chown')
  expect(() => readDockerfile(file('RUN --mount=type=cache npm ci'))).toThrow('--mount')
  expect(readDockerfile(file('RUN a \\\n  b')).stages[0]!.steps).toEqual([{ kind: 'run', command: 'a b' }])
})
