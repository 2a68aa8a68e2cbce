// Starts the product: the kernel with our tables and functions, the site, and the jobs.
import { resolve } from 'node:path'
import { openBackups } from './backup/backups.ts'
import { openDumps } from './dumps/dumps.ts'
import { prepareBusiness } from './business.ts'
import { storeDemoFiles } from './demo.ts'
import type { Config } from './config.ts'
import { openRenderer } from './site/renderer.ts'
import { createFunctionList } from './handlers.ts'
import { inProcessStorage } from './in-process-storage.ts'
import { mountHealth } from './health.ts'
import { applyCalendarChanges } from '#features/booking/apply-calendar-changes.server.ts'
import { pushChannel } from '#features/notifications/push-notice.server.ts'
import { openCalendars } from './calendars.ts'
import { openEvents } from './events.ts'
import { openExports } from './exports.ts'
import { openChannels } from './channels.ts'
import { openScans } from './scans.ts'
import { mountIndexNowKey, openIndexNow } from './index-now.ts'
import { openJobs } from './jobs.ts'
import { listen, mountKernelApis, openInstallation } from './installation/installation.ts'
import { schema } from './migrations.ts'
import { createDependencies } from './dependencies.ts'
import { inProcessClient } from './site/in-process-client.ts'
import { mountSite } from './site/mount-site.ts'
import { openSite } from './site/site.ts'
import { webhookChannel } from '#features/automations/automations.ts'
import { openPush } from './push.ts'
import { replicaReads } from './replica-reads.ts'
import { reseal } from './sealed-columns.ts'
import { openDocuments, standInForDocuments } from './documents.ts'
import { openGateways } from './gateways.ts'
import { standInForGateways } from './stand-in-gateways.ts'
import { standInForGoogle } from './stand-in-google.ts'
import { standInForWhatsApp } from './stand-in-whatsapp.ts'
import { mountMetrics } from './watch/metrics.ts'
import { startWatch } from './watch/watch.ts'
import { openWebhooks } from './webhooks.ts'
import { startWorker } from './worker.ts'

const root = resolve(import.meta.dirname, '../..')

type Options = { dev: boolean; /** Prints a line to the terminal. */ say: (line: string) => void }

/** On failure everything started is stopped, in reverse order. `greeting` is for the operator. */
export async function start(
  settings: Config,
  { dev, say }: Options,
): Promise<{ greeting: string[]; stop(): Promise<void> }> {
  await using outside = new AsyncDisposableStack()
  let config = settings
  for (const standInFor of dev ? [standInForGoogle, standInForWhatsApp] : []) {
    const standIn = await standInFor(config)
    outside.defer(() => standIn.stop())
    config = standIn.config
  }
  const installation = await openInstallation(config, schema)
  await using running = installation.running
  const { app, connect, cluster, replica, tokens, sealFor, log } = installation
  const greeting = await prepareBusiness(config, installation)
  await reseal(connect, sealFor, log)

  const metrics = mountMetrics(app, { connect, replica, tasks: () => worker.tasks, key: config.metricsKey })
  running.defer(() => metrics.stop())
  const renderer = await openRenderer({ root, dev, app })
  running.defer(() => renderer.close())
  const { anonKey } = tokens
  const site = await openSite({ ...config, ...config.auth, app, renderer, connect, anonKey, log })
  running.defer(() => site.stop())
  const { mails, renderMail, composeService, composeCampaign } = site

  const calendars = openCalendars({ config, connect, sealFor, log, onChanges: applyCalendarChanges })
  running.defer(() => calendars.stop())

  const providers = await standInForGateways(config)
  outside.defer(() => providers.stop())
  const gateways = openGateways({ connect, sealFor, standIn: providers.settings })
  running.defer(() => gateways.stop())

  const documentStandIn = await standInForDocuments(config)
  outside.defer(() => documentStandIn.stop())
  const documents = openDocuments({ connect, sealFor, standIn: documentStandIn.settings })
  running.defer(() => documents.stop())

  const files = inProcessStorage(inProcessClient(app, tokens.serviceRoleKey))
  const functions = createFunctionList(
    createDependencies(config, {
      calendar: calendars.parts,
      sealFor,
      readBusyTimes: calendars.readBusyTimes,
      signAccess: (claims, seconds) => tokens.sign({ role: 'anon', ...claims }, seconds),
      ...gateways.parts,
      ...documents.parts,
      mails,
      composeCampaign,
      composeService,
      files,
      renderDraft: site.renderDraft,
      pages: site.pages,
      follow: site.follow,
      writeViews: () => site.writeCounts(),
    }),
  )
  const kernel = await mountKernelApis(installation, config, {
    functions,
    replicaReads,
    composeMail: site.composeMail,
    // After publishing, the next page request must return the new version.
    afterWrite: () => site.caughtUp(),
  })
  mountIndexNowKey(app, config.indexNow)
  await mountSite(app, site.parts, { ...config, ...config.auth, kernel, connect, anonKey, log })

  const backupOptions = { config, connect, cluster, mails, log }
  const backups = await (config.databaseUrl === undefined ? openBackups(backupOptions) : openDumps(backupOptions))
  running.defer(() => backups.stop())

  const exports = openExports({ ...config, connect, sealFor, files: kernel.objects, log })
  running.defer(() => exports.stop())

  const scans = openScans({ clamd: config.clamd, connect, files: kernel.objects })
  if (scans) running.defer(() => scans.stop())

  const channels = openChannels(config)
  const jobs = openJobs({
    connect,
    sealFor,
    calendars: calendars.tasks,
    readBusyTimes: calendars.readSureBusyTimes,
    payments: gateways.tasks,
    documents: documents.tasks,
    backups,
    exports,
    scans,
    indexNow: openIndexNow({
      settings: config.indexNow,
      siteUrl: config.siteUrl,
      listPages: () => site.pages.list(),
    }),
    siteUrl: config.siteUrl,
    mails,
    renderMail,
    composeService,
    composeCampaign,
    channels: channels.names,
  })
  running.defer(() => jobs.stop())
  const push = openPush({ connect, sealFor, siteUrl: config.siteUrl, from: config.smtp?.from })
  running.defer(() => push.stop())
  const webhooks = openWebhooks({ connect })
  running.defer(() => webhooks.stop())
  const worker = await startWorker({
    connect,
    smtp: config.smtp,
    channels: { ...channels.adapters, [pushChannel]: push.deliver, [webhookChannel]: webhooks.deliver },
    upkeep: kernel.upkeep,
    jobs,
    log,
    ...(config.isLocal && { showLink: say }),
  })
  running.defer(() => worker.stop())
  const events = await openEvents({ connect, log, siteUrl: config.siteUrl, mails })
  running.defer(() => events.stop())
  const watch = startWatch({ ...config, connect, replica, tasks: worker.tasks, mails, log })
  running.defer(() => watch.stop())
  const health = mountHealth(app, {
    connect,
    dataFolder: config.dataFolder,
    sendsMail: config.smtp !== undefined,
    replica,
    areJobsUp: worker.isUp,
    tasks: worker.tasks,
    arePagesUp: site.isUp,
  })
  running.defer(() => health.stop())
  // Runs after the last route: an injected request makes Fastify reject further routes.
  if (config.demo === 'plant') await storeDemoFiles({ connect }, files)
  await listen(app, config, running)
  const all = outside.move()
  all.use(running.move())
  return { greeting, stop: () => all.disposeAsync() }
}
