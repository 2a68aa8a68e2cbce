// Starts the product: the kernel with our tables and functions, the site, and the jobs.
import { resolve } from 'node:path'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { prepareBusiness } from './business.ts'
import type { Config } from './config.ts'
import { openRenderer } from './site/renderer.ts'
import { createFunctionList } from './handlers.ts'
import { inProcessStorage } from './in-process-storage.ts'
import { mountHealth } from './health.ts'
import { openJobs } from './jobs.ts'
import { listen, openInstallation } from './installation/installation.ts'
import { schema } from './migrations.ts'
import { createDependencies } from './dependencies.ts'
import { inProcessClient } from './site/in-process-client.ts'
import { mountSite, type Site } from './site/site.ts'
import { standInForGoogle } from './stand-in-google.ts'
import { startWorker } from './worker.ts'

const root = resolve(import.meta.dirname, '../..')

type Options = { dev: boolean; /** Prints a line to the terminal. */ say: (line: string) => void }

/** On failure everything started is stopped. `greeting` is for the operator. */
export async function start(
  settings: Config,
  { dev, say }: Options,
): Promise<{ greeting: string[]; stop(): Promise<void> }> {
  // Cyclic dependency: the kernel composes mails with the site, and the site uses the kernel. `joint.site` is set once both exist.
  const joint: { site?: Site } = {}
  const composeMail: ComposeMail = (kind, data) => joint.site!.composeMail(kind, data)
  const mails: Site['mails'] = { send: (db, mail) => joint.site!.mails.send(db, mail) }
  const composeCampaign: Site['composeCampaign'] = (letter, reader) => joint.site!.composeCampaign(letter, reader)
  const renderDraft: Site['renderDraft'] = (draft) => joint.site!.renderDraft(draft)
  const pages: Site['pages'] = {
    list: () => joint.site!.pages.list(),
    read: (path) => joint.site!.pages.read(path),
    check: () => joint.site!.pages.check(),
  }
  const writeViews = async () => joint.site?.writeCounts()
  const storage = inProcessStorage()
  await using outside = new AsyncDisposableStack()
  const standIn = dev ? await standInForGoogle(settings) : undefined
  if (standIn) outside.defer(() => standIn.stop())
  const config = standIn?.config ?? settings
  const installation = await openInstallation(config, {
    schema,
    functions: (keys) =>
      createFunctionList(
        createDependencies(config, keys, {
          mails,
          composeCampaign,
          files: storage.files,
          renderDraft,
          pages,
          writeViews,
        }),
      ),
    composeMail,
    // After publishing, the next page request must show the change.
    afterWrite: async () => joint.site?.caughtUp(),
  })
  await using running = installation.running
  const { app, kernel, connect, tokens, log } = installation

  storage.open(inProcessClient(app, tokens.serviceRoleKey))
  const greeting = await prepareBusiness(config, connect)
  const renderer = await openRenderer({ root, dev, app })
  running.defer(() => renderer.close())
  joint.site = await mountSite(app, {
    renderer,
    kernel,
    connect,
    anonKey: tokens.anonKey,
    siteUrl: config.siteUrl,
    clientIpHeader: config.clientIpHeader,
    passwordMinLength: config.auth.passwordMinLength,
    mailedTokenSeconds: config.auth.mailedTokenSeconds,
    log,
  })
  const { site } = joint
  running.defer(() => site.stop())

  const jobs = openJobs({ connect, siteUrl: config.siteUrl, mails, composeCampaign })
  running.defer(() => jobs.stop())
  const worker = await startWorker({
    connect,
    smtp: config.smtp,
    upkeep: kernel.upkeep,
    jobs,
    log,
    ...(config.isLocal && { showLink: say }),
  })
  running.defer(() => worker.stop())
  const health = mountHealth(app, { connect, areJobsUp: worker.isUp, arePagesUp: site.isUp })
  running.defer(() => health.stop())
  await listen(app, config)
  const all = outside.move()
  all.use(running.move())
  return { greeting, stop: () => all.disposeAsync() }
}
