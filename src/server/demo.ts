// The demo business: seeded on the first start, removed before the site becomes public. Its rows have is_demo.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#platform/accounts/accounts.ts'
import { demoRoles, type DemoTeam, demoUsers } from '#platform/accounts/accounts.seed.ts'
import { demoJourneyActivities, demoWrittenActivities } from '#features/contacts/timelines.seed.ts'
import { demoPostAuthors, demoPostRevisions, demoPosts, demoPostSlugs } from '#features/blog/blog.seed.ts'
import {
  demoAutomationRuns,
  demoAutomationRunSteps,
  demoAutomations,
  demoAutomationVersions,
} from '#features/automations/automations.seed.ts'
import {
  demoAppointments,
  demoAppointmentTypes,
  demoAttendees,
  demoBookingHosts,
  demoCallType,
  demoGroupWait,
  demoPackages,
  demoScheduleRules,
  demoSchedules,
} from '#features/booking/booking.seed.ts'
import { demoMetrics, seedMetricValues } from '#features/metrics/metrics.seed.ts'
import { sealedMetrics } from '#features/metrics/metrics.server.ts'
import { seedDemoBudget } from '#features/budget/seed-budget.server.ts'
import type { Files } from '#platform/images/images.server.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { demoBioLine, demoBioLinks } from '#features/bio/bio.seed.ts'
import {
  demoCampaigns,
  demoMessages,
  demoRecipients,
  demoScheduledMessages,
} from '#features/campaigns/campaigns.seed.ts'
import { demoBusinessProfile } from '#platform/business-profile/business-profile.seed.ts'
import {
  demoContactId,
  demoContactPoints,
  demoContacts,
  demoHouseholds,
  demoStaffDetails,
} from '#features/contacts/contacts.seed.ts'
import {
  demoLaunchComments,
  demoLaunchContents,
  demoLaunches,
  demoLaunchParticipants,
  demoLaunchProgress,
} from '#features/launches/launches.seed.ts'
import {
  demoWebinarInteractions,
  demoWebinarMessages,
  demoWebinarRegistrations,
  demoWebinars,
  demoWebinarSessions,
  demoWebinarTemplates,
  demoWebinarPeaks,
  demoWebinarViews,
} from '#features/webinars/webinars.seed.ts'
import { demoThreadMessages, demoThreads } from '#features/inbox/inbox.seed.ts'
import { demoLeadMagnetRequests } from '#features/lead-magnets/lead-magnets.seed.ts'
import { demoConsents, demoContactRequests, demoRequestActivities } from '#features/leads/leads.seed.ts'
import { seedDemoLegal, removeDemoLegal } from '#features/legal/demo-legal.server.ts'
import { demoForms, demoFormSubmissions, demoFormVersions } from '#features/forms/forms.seed.ts'
import { sealAnswers, sealedQuizAnswers } from '#features/quiz/attempts.server.ts'
import { demoAbandonedQuizzes, demoQuizAnswers, demoQuizAttempts } from '#features/quiz/quiz.seed.ts'
import { seedQuiz } from '#features/quiz/seed-quiz.server.ts'
import { demoFields } from '#platform/fields/fields.seed.ts'
import { demoTrustMetrics } from '#features/trust-metrics/trust-metrics.seed.ts'
import { demoCoupons } from '#features/coupons/coupons.seed.ts'
import { demoOrders } from '#features/orders/orders.seed.ts'
import { demoLists, demoSubscriptions } from '#features/newsletter/newsletter.seed.ts'
import { demoTemplates, demoTemplateVersions } from '#features/message-templates/message-templates.seed.ts'
import { demoNotifications } from '#features/notifications/notifications.seed.ts'
import { demoOpportunities, demoStageHistory } from '#features/opportunities/opportunities.seed.ts'
import type { LostReason, PipelineStage } from '#platform/pipelines/pipelines.ts'
import { removeDemoPages } from '#platform/pages/default-content.server.ts'
import { demoCharges, demoPaymentPlans, demoPayments } from '#features/payments/payments.seed.ts'
import { demoEnrolments, demoPrices, demoProducts } from '#features/products/products.seed.ts'
import { demoReviews } from '#features/reviews/reviews.seed.ts'
import { demoClientTasks, demoProcesses, demoStageInstances } from '#features/processes/processes.seed.ts'
import type { ProcessStage } from '#features/processes/processes.ts'
import {
  demoDocumentLineages,
  demoFileContents,
  demoFiles,
  demoSignatures,
  demoStageDocumentFiles,
  demoStageDocuments,
  demoStageFormLink,
  demoStageForms,
} from '#features/processes/stage-requests.seed.ts'
import { demoSessionNotes, demoSessionSummaries } from '#features/session-notes/session-notes.seed.ts'
import { demoContactTags, demoTags } from '#features/contacts/contact-tags.seed.ts'
import { demoTasks } from '#features/tasks/tasks.seed.ts'
import { hashPassword } from '#kernel/auth/passwords/passwords.ts'
import { createUser } from '#kernel/auth/users.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

export type DemoLogin = { role: Role; email: string; password: string }

type Place = { connect: Connect; dataDir: string; /** Other nodes may use the database. */ isShared?: boolean }

/** Seeds the demo into a database without roles. Returns the logins to print; undefined for a real business. */
export function seedDemo(
  { connect, dataDir, sealFor, isShared = false }: Place & { sealFor: SealFor },
  now = new Date(),
): Promise<DemoLogin[] | undefined> {
  return asOwner(connect, async (db) => {
    const { people, demo } = await db.one<{ people: number; demo: number }>(
      'select count(*)::int as people, count(*) filter (where is_demo)::int as demo from user_roles',
    )
    if (people > 0) return demo > 0 ? readLogins(db, dataDir, isShared) : undefined
    const logins = demoUsers.map(({ role, email }) => ({ role, email, password: newPassword() }))
    await insertDemoRows(db, await makeAccounts(db, logins), sealFor, now)
    writeLogins(dataDir, logins)
    return logins
  })
}

/** Whether demo rows exist: a public site refuses to start with them. */
export const hasDemo = ({ connect }: Pick<Place, 'connect'>): Promise<boolean> =>
  asOwner(connect, async (db) => {
    const { found } = await db.one<{ found: boolean }>(
      `select exists (select from user_roles where is_demo) or exists (select from contacts where is_demo)
         or exists (select from business_profiles where is_demo) as found`,
    )
    return found
  })

/** Removes the demo's rows and logins, and everything that references its contacts. */
export async function removeDemo({ connect, dataDir }: Place): Promise<void> {
  await asOwner(connect, async (db) => {
    const ofDemo = '(select id from contacts where is_demo)'
    await db.query(`delete from contact_requests where is_demo or contact_id in ${ofDemo}`)
    await db.query(`delete from opportunities where is_demo or contact_id in ${ofDemo}`)
    await db.query(`delete from consents where contact_id in ${ofDemo}`)
    await db.query(
      'delete from appointments where is_demo or user_id in (select user_id from booking_hosts where is_demo)',
    )
    await db.query('update lead_magnets set is_active = false where not is_demo')
    await removeDemoPages(db)
    await removeDemoLegal(db)
    await db.query(`update bio_pages set line = '' where line = $1`, [demoBioLine])
    await db.query(
      `delete from session_packages where is_demo or contact_id in ${ofDemo} or type_id in (
         select t.id from appointment_types t join booking_hosts h on h.user_id = t.user_id where h.is_demo)`,
    )
    await db.query(
      `delete from order_refunds where order_id in (select id from orders where is_demo or contact_id in ${ofDemo})`,
    )
    await db.query(
      `delete from plan_cards where plan_id in (select id from payment_plans where contact_id in ${ofDemo})`,
    )
    await db.query(`update orders set charge_id = null where charge_id is not null and contact_id in ${ofDemo}`)
    await db.query(`delete from tax_documents where contact_id in ${ofDemo}`)
    for (const table of ['payments', 'charges', 'payment_plans', 'enrolments', 'cancellation_requests', 'orders'])
      await db.query(`delete from ${table} where contact_id in ${ofDemo}`)
    // Products that a real contact bought are not deleted.
    await db.query(
      `delete from products p where is_demo and not exists (select from enrolments e where e.product_id = p.id)
         and not exists (select from orders o where p.id in (o.product_id, o.bump_product_id))`,
    )
    await db.query('delete from coupons c where is_demo and not exists (select from orders o where o.coupon_id = c.id)')
    for (const table of [
      'launches',
      'lead_magnets',
      'quiz_attempts',
      'webinars',
      'webinar_templates',
      'automations',
      'forms',
      'campaigns',
      'message_templates',
      'mailing_lists',
      'reviews',
      'bio_links',
      'trust_figures',
      'tasks',
      'tags',
      'posts',
      'post_authors',
      'budget_items',
      'metrics',
      'contacts',
      'households',
      'notifications',
      'business_profiles',
      'custom_field_defs',
      'user_roles',
    ])
      await db.query(`delete from ${table} where is_demo`)
    // Demo documents of the business's own stages are deleted; files from real families stay.
    await db.query(
      `delete from stage_documents d where lineage = any ($1)
         and not exists (select from stage_document_files f where f.stage_document_id = d.id)`,
      [demoDocumentLineages],
    )
    await db.query(`delete from auth.users where raw_app_meta_data @> '{"is_demo": true}'`)
    await db.query('delete from domain_events where is_demo or occurred_at >= transaction_timestamp()')
    // The audit log excludes changes of demo contacts and this removal.
    await db.query(
      'delete from audit_log where at >= transaction_timestamp() or contact_id not in (select id from contacts)',
    )
  })
  rmSync(loginsFile(dataDir), { force: true })
}

/** Runs as the owner of the database, in one transaction. */
export async function asOwner<T>(connect: Connect, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = openPool(connect('postgres'), 1)
  try {
    return await inTransaction(pool, undefined, work)
  } finally {
    await pool.end()
  }
}

async function makeAccounts(db: Db, logins: readonly DemoLogin[]): Promise<DemoTeam> {
  const ids: [Role, string][] = []
  for (const { role, email, password } of logins) {
    const data = { full_name: demoUsers.find((user) => user.role === role)!.name }
    ids.push([role, await createUser(db, { email, password, emailConfirmed: true, data, appData: { is_demo: true } })])
  }
  return Object.fromEntries(ids) as DemoTeam
}

async function insertDemoRows(db: Db, team: DemoTeam, sealFor: SealFor, now: Date) {
  const stages = await db.query<PipelineStage>(
    'select s.* from pipeline_stages s join pipelines p on p.id = s.pipeline_id and p.is_default',
  )
  const reasons = await db.query<LostReason>('select * from lost_reasons')
  const steps = await db.query<ProcessStage>('select * from process_stages order by stage_order')
  const { id: textId } = await db.one<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)

  await insertRows(db, 'user_roles', demoRoles(team))
  await insertRows(db, 'business_profiles', [demoBusinessProfile(team.owner, now)])
  await seedDemoLegal(db)
  await insertRows(db, 'custom_field_defs', demoFields())
  await insertRows(db, 'households', demoHouseholds(now))
  await insertRows(db, 'contacts', demoContacts(team, now))
  await db.query(
    `update contact_staff_details d set custom = s.custom
     from jsonb_populate_recordset(null::contact_staff_details, $1) s where d.contact_id = s.contact_id`,
    [JSON.stringify(demoStaffDetails())],
  )
  await insertRows(db, 'contact_points', demoContactPoints(now))
  await insertRows(db, 'tags', demoTags())
  await insertRows(db, 'contact_tags', demoContactTags())
  // The seeds contain the history. The triggers are disabled, because they would insert it with the current time.
  await db.query(
    'alter table opportunities disable trigger write_stage_history_on_insert, disable trigger timeline_created',
  )
  await insertRows(db, 'opportunities', demoOpportunities(team, { stages, reasons }, now))
  await db.query(
    'alter table opportunities enable trigger write_stage_history_on_insert, enable trigger timeline_created',
  )
  await insertRows(db, 'opportunity_stage_history', demoStageHistory(team, now))
  await insertRows(db, 'contact_requests', demoContactRequests(now))
  await insertRows(db, 'tasks', demoTasks(team, now))
  await insertRows(db, 'booking_hosts', demoBookingHosts(team))
  await insertRows(db, 'schedules', demoSchedules(team))
  await insertRows(db, 'schedule_rules', demoScheduleRules())
  await insertRows(db, 'appointment_types', demoAppointmentTypes(team))
  await db.query('update booking_settings set call_type_id = $1', [demoCallType])
  await insertRows(db, 'session_packages', demoPackages())
  await insertRows(db, 'appointments', demoAppointments(team, now))
  await insertRows(db, 'appointment_attendees', demoAttendees())
  const wait = demoGroupWait()
  await db.query(
    `insert into group_waits (slot_group_id, contact_id, name, email, created_at)
     select a.slot_group_id, $2, $3, $4, $5 from appointments a where a.id = $1`,
    [wait.appointment, wait.contact, wait.name, wait.email, now],
  )
  await insertRows(db, 'forms', demoForms(team))
  await insertRows(db, 'form_versions', demoFormVersions(team))
  await insertRows(db, 'form_submissions', demoFormSubmissions(now))
  await insertRows(db, 'client_processes', demoProcesses(team, { stages: steps }, now))
  await insertRows(db, 'process_stage_instances', demoStageInstances(team, { stages: steps }, now))
  await insertRows(db, 'tasks', demoClientTasks(team, { stages: steps }, now))
  await insertStageAsks(db, team, steps, now)
  await insertRows(db, 'session_notes', demoSessionNotes(team, now))
  // The trigger would insert the timeline activity with the current time.
  await db.query('alter table session_summaries disable trigger note_shared')
  await insertRows(db, 'session_summaries', demoSessionSummaries(team, now))
  await db.query('alter table session_summaries enable trigger note_shared')
  await insertRows(db, 'threads', demoThreads(now))
  await insertRows(db, 'thread_messages', demoThreadMessages(team, now))
  await insertRows(db, 'activities', [
    ...demoJourneyActivities(team, stages, now),
    ...demoRequestActivities(now),
    ...demoWrittenActivities(team, now),
  ])
  const consents = demoConsents(textId, now)
  await insertRows(db, 'consents', consents)
  const { id: weeklyId } = await db.one<{ id: string }>('select id from mailing_lists order by created_at limit 1')
  await insertRows(db, 'mailing_lists', demoLists())
  await insertRows(db, 'subscriptions', demoSubscriptions(weeklyId, consents))
  await insertRows(db, 'message_templates', demoTemplates(now))
  await insertRows(db, 'message_template_versions', demoTemplateVersions(now))
  await insertRows(db, 'automations', demoAutomations(now))
  await insertRows(db, 'automation_versions', demoAutomationVersions(now))
  await insertRows(db, 'automation_runs', demoAutomationRuns(now))
  await insertRows(db, 'automation_run_steps', demoAutomationRunSteps(now))
  await insertRows(db, 'campaigns', demoCampaigns(team, weeklyId, now))
  await insertRows(db, 'campaign_recipients', demoRecipients(consents))
  await insertRows(db, 'scheduled_messages', demoScheduledMessages(consents, now))
  await insertRows(db, 'messages', demoMessages(consents, now))
  await db.query('update lead_magnets set is_active = true where guide is not null')
  const { id: guideId } = await db.one<{ id: string }>('select id from lead_magnets order by position, id limit 1')
  await insertRows(db, 'lead_magnet_requests', demoLeadMagnetRequests(guideId, now))
  await seedQuiz(db)
  const { id: quizId } = await db.one<{ id: string }>('select id from quizzes limit 1')
  await insertRows(db, 'quiz_attempts', demoQuizAttempts(quizId, now))
  await insertRows(db, 'quiz_attempts', demoAbandonedQuizzes(quizId, now))
  const sealQuiz = sealFor(sealedQuizAnswers.purpose)
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const { id, answers } of demoQuizAnswers()) await sealAnswers(db, sealQuiz, id, answers)
  await insertRows(db, 'webinar_templates', demoWebinarTemplates())
  await insertRows(db, 'webinars', demoWebinars())
  await insertRows(db, 'webinar_sessions', demoWebinarSessions(now))
  await insertRows(db, 'webinar_registrations', demoWebinarRegistrations(now))
  await insertRows(db, 'webinar_views', demoWebinarViews(now))
  await insertRows(db, 'webinar_peaks', demoWebinarPeaks(now))
  await insertRows(db, 'webinar_interactions', demoWebinarInteractions())
  await insertRows(db, 'webinar_messages', demoWebinarMessages())
  await insertRows(db, 'reviews', demoReviews(now))
  await insertRows(db, 'trust_figures', demoTrustMetrics(now))
  await db.query('update bio_pages set line = $1', [demoBioLine])
  await insertRows(db, 'bio_links', demoBioLinks())
  await insertRows(db, 'products', demoProducts())
  await insertRows(db, 'prices', demoPrices(now))
  await insertRows(db, 'coupons', demoCoupons(now))
  await insertRows(db, 'orders', demoOrders(now))
  await insertRows(db, 'launches', demoLaunches(now))
  await insertRows(db, 'launch_contents', demoLaunchContents(now))
  await insertRows(db, 'launch_participants', demoLaunchParticipants(now))
  await insertRows(db, 'launch_progress', demoLaunchProgress(now))
  await insertRows(db, 'launch_comments', demoLaunchComments(now))
  await insertRows(db, 'enrolments', demoEnrolments(now))
  await insertRows(db, 'payment_plans', demoPaymentPlans())
  await insertRows(db, 'charges', demoCharges(now))
  await insertRows(db, 'payments', demoPayments(now))
  await insertRows(db, 'notifications', demoNotifications(team, now))
  await insertRows(db, 'post_authors', demoPostAuthors())
  await insertRows(db, 'posts', demoPosts(team, now))
  await insertRows(db, 'post_revisions', demoPostRevisions(team, now))
  await insertRows(db, 'post_slugs', demoPostSlugs())
  await seedDemoBudget(db, sealFor, demoContactId('itay'), now)
  await insertRows(db, 'metrics', demoMetrics(now))
  await seedMetricValues(db, (owner, value) => sealFor(sealedMetrics.purpose).close(owner, value))
  // Seeding is not an audited change.
  await db.query('delete from audit_log')
}

async function insertStageAsks(db: Db, team: DemoTeam, stages: readonly ProcessStage[], now: Date) {
  await db.query(
    'update process_stages s set form_id = a.form from jsonb_to_recordset($1) a (stage uuid, form uuid) where s.id = a.stage',
    [JSON.stringify(demoStageForms(stages))],
  )
  await insertRows(db, 'form_links', [demoStageFormLink(now)])
  await insertRows(db, 'stage_documents', demoStageDocuments(stages))
  await insertRows(db, 'files', demoFiles(team, now))
  await insertRows(db, 'stage_document_files', demoStageDocumentFiles(team, now))
  await insertRows(db, 'signature_requests', demoSignatures(team, now))
}

/** Uploads the demo's files once storage is ready. Files already stored, or whose row was deleted, are skipped. */
export async function storeDemoFiles({ connect }: Pick<Place, 'connect'>, files: Pick<Files, 'put'>): Promise<void> {
  const contents = demoFileContents()
  await asOwner(connect, async (db) => {
    // Advisory lock for nodes that start concurrently: a second upload of a key is refused and would fail the startup.
    await db.query(`select pg_advisory_xact_lock(hashtextextended('demo files', 0))`)
    const missing = await db.query<{ id: string }>(
      `select f.id from files f where f.id = any ($1)
         and not exists (select from storage.objects o where o.bucket_id = 'files' and o.name = f.id::text)`,
      [contents.map(({ id }) => id)],
    )
    const ids = new Set(missing.map(({ id }) => id))
    await Promise.all(
      contents
        .filter(({ id }) => ids.has(id))
        .map(({ id, type, bytes }) => files.put({ bucket: 'files', key: id, type }, bytes)),
    )
  })
}

/** All rows have the keys of the first; omitted columns get their defaults. */
async function insertRows(db: Db, table: string, rows: readonly object[]) {
  const columns = Object.keys(rows[0]!).join(', ')
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

const newPassword = () => randomBytes(9).toString('base64url')

const loginsFile = (dataDir: string) => join(dataDir, 'demo-logins.json')

function writeLogins(dataDir: string, logins: readonly DemoLogin[]) {
  const file = loginsFile(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  chmodSync(`${file}.new`, 0o600)
  renameSync(`${file}.new`, file)
}

/** The logins of an existing demo. If their file is lost, all passwords are reset, unless another node may have it. */
async function readLogins(db: Db, dataDir: string, isShared: boolean): Promise<DemoLogin[] | undefined> {
  if (existsSync(loginsFile(dataDir))) return JSON.parse(readFileSync(loginsFile(dataDir), 'utf8')) as DemoLogin[]
  if (isShared) return undefined
  const logins: DemoLogin[] = []
  for (const { role, email } of demoUsers) {
    const password = newPassword()
    const changed = await db.query(
      `update auth.users set encrypted_password = $2 where email = $1 and raw_app_meta_data @> '{"is_demo": true}' returning id`,
      [email, await hashPassword(password)],
    )
    if (changed.length > 0) logins.push({ role, email, password })
  }
  writeLogins(dataDir, logins)
  return logins
}
