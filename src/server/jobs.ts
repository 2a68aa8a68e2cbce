// The list of the product's jobs, run by any node.
import { emptyBin } from '#features/bin/bin.server.ts'
import { noteAbandonedForms } from '#features/forms/abandoned-forms.server.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent } from '#features/leads/record-consent.server.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { publishScheduledPage } from '#platform/pages/own-pages.server.ts'
import { publishPost } from '#features/blog/blog.server.ts'
import { checkCalendarsTask } from '#features/calendar/calendar-health.server.ts'
import { readCalendarChangesTask } from '#features/calendar/calendar-sync.server.ts'
import type { CalendarTasks } from './calendars.ts'
import type { Backups } from './backup/backups.ts'
import type { DocumentTasks } from './documents.ts'
import type { PaymentTasks } from './gateways.ts'
import { composeTaxDocument } from '#features/tax-documents/document-mail.server.ts'
import { sweepDocumentsTask } from '#features/tax-documents/issue-document.server.ts'
import { chargePlansTask } from '#features/orders/plans/charge-plans.server.ts'
import { reconcileTask } from '#features/orders/reconcile.server.ts'
import { type ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import { readRecipient } from '#features/message-templates/message-templates.server.ts'
import { sendCampaign, sendCampaignTask } from '#features/campaigns/send-campaign.server.ts'
import type { Mails, RenderMail } from '#features/email-templates/email-templates.ts'
import { checkMessageDelivery } from '#features/messages/sender/delivery-check.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { areMessagesHeld } from '#features/messages/sender/held-now.server.ts'
import { sendMessages, sendMessagesTask } from '#features/messages/sender/send-messages.server.ts'
import type { ChannelName } from '#features/messages/due-message.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { messageMailPurpose } from '#features/messages/sender/write-messages.server.ts'
import { composeReminder, pruneRequests } from '#features/newsletter/newsletter.server.ts'
import { icalUidOf } from '#integrations/google/event-id.ts'
import { composeEarlierMails, offerEarlierHours } from '#features/booking/earlier/earlier-hours.server.ts'
import type { ReadBusyTimes } from '#features/booking/free-slots.server.ts'
import { composeGroupMails, offerGroupSeats } from '#features/booking/group-waits/group-waits.server.ts'
import { composeAppointmentMails } from '#features/booking/booking-messages.server.ts'
import { composeLaunchMails } from '#features/launches/launch-mails.server.ts'
import { moveLaunches } from '#features/launches/move-launches.server.ts'
import { syncLaunch } from '#features/launches/sync-launch.server.ts'
import { composeLeadMagnetMails } from '#features/lead-magnets/lead-magnet-mails.server.ts'
import {
  composeQuizPartner,
  composeQuizRepeat,
  composeQuizResult,
  composeQuizResume,
} from '#features/quiz/quiz-mails.server.ts'
import { composeOrderMails } from '#features/orders/order-messages.server.ts'
import { composeWebinarMails } from '#features/webinars/webinar-mails.server.ts'
import { composeInvitationReminder } from '#features/client-invitations/invitation-reminder.server.ts'
import { composeFormResume } from '#features/forms/resume/form-resume.server.ts'
import { composeFormReceipt } from '#features/forms/form-receipt.server.ts'
import { composeTaskMails } from '#features/portal/task-mails.server.ts'
import {
  composeAnniversary,
  composeDocumentReturned,
  composeClientIdle,
  composeStageCompleted,
  composeStageOpened,
} from '#features/processes/process-messages.server.ts'
import { makeActionLink } from '#features/action-links/action-links.server.ts'
import { composeMetricMail } from '#features/metrics/metric-mail.server.ts'
import { composeThreadMail } from '#features/inbox/thread-mail.server.ts'
import { importTask } from '#features/imports/imports.server.ts'
import { runImportJob } from '#features/imports/import-job.server.ts'
import { createPreferencesLink } from '#features/newsletter/subscribers.server.ts'
import {
  composeReviewRequest,
  deferrableMails,
  reviewMailDelay,
} from '#features/reviews/requests/review-requests.server.ts'
import { maintainReviews } from '#features/reviews/links/verification.server.ts'
import { clientPushTask, pushToClient } from '#features/notifications/client-push.server.ts'
import { webhookPurpose, type WebhookCall } from '#features/automations/running/webhook.server.ts'
import { pushNotice, pushPurpose } from '#features/notifications/push-notice.server.ts'
import { sendStaffDigests } from '#features/notifications/staff-digest.server.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { SendMailOptions } from '#kernel/mail/delivery.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { composeAdvertisement, type ComposeService, composeTemplateMessage } from './template-messages.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Options = {
  connect: Connect
  sealFor: SealFor
  siteUrl: string
  mails: Mails<Db>
  renderMail: RenderMail
  composeService: ComposeService
  composeCampaign: ComposeCampaign
  /** Channels with a configured provider, besides mail. */
  channels?: ReadonlySet<ChannelName>
  /** Tasks of connected calendars; none without Google credentials. */
  calendars?: CalendarTasks | undefined
  /** The hosts' connected calendars; undefined without the integration. */
  readBusyTimes?: ReadBusyTimes
  /** Tasks that query payment providers. */
  payments?: PaymentTasks
  exports?: Pick<Jobs, 'tasks' | 'daily'>
  /** Tasks that query the document service. */
  documents?: DocumentTasks
  backups?: Pick<Backups, 'tasks' | 'daily' | 'everyMinutes'>
  /** Scans files for viruses; undefined: off. */
  scans?: Pick<Jobs, 'tasks' | 'everyMinutes'> | undefined
  /** Submits published pages to search engines; undefined: off. */
  indexNow?: Pick<Jobs, 'tasks' | 'everyMinutes'> | undefined
}

export type Jobs = {
  tasks: Record<string, Task>
  /** Daily tasks and their time of day, in UTC. */
  daily: Record<string, string>
  /** Recurring tasks by interval in minutes. */
  everyMinutes: Record<string, number>
  checkDelivery: NonNullable<SendMailOptions['checkDelivery']>
  onDelivered: NonNullable<SendMailOptions['onDelivered']>
  stop(): Promise<void>
}

export function openJobs(options: Options): Jobs {
  const {
    connect,
    sealFor,
    siteUrl,
    mails,
    renderMail,
    composeService,
    composeCampaign,
    channels,
    calendars,
    readBusyTimes = async () => 'none',
    payments,
    documents,
    backups,
    exports,
    scans,
    indexNow,
  } = options
  // The login worker lacks the rights for contacts, consents and suppressions.
  const pool = openPool(connect('authenticator'), 3)
  const asService = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const seal = sealFor(sealedAnswers.purpose)
  const advertise: Parameters<typeof composeQuizRepeat>[0]['advertise'] = (db, message, content) =>
    composeAdvertisement(db, message, content, { composeCampaign, makeLink: createPreferencesLink, siteUrl })
  // Composers by template key, for messages of rules whose content or links a module creates.
  const compose = {
    newsletter_reminder: composeReminder({ renderMail, siteUrl }),
    review_request: composeReviewRequest({ renderMail, siteUrl }),
    portal_message: composeThreadMail({ renderMail, makeActionLink: makeActionLink(siteUrl) }),
    client_invite_reminder: composeInvitationReminder({ renderMail, siteUrl }),
    metric_due: composeMetricMail({ renderMail, makeActionLink: makeActionLink(siteUrl) }),
    stage_opened: composeStageOpened({ renderMail, siteUrl }),
    document_returned: composeDocumentReturned({ renderMail, siteUrl }),
    client_idle: composeClientIdle({ renderMail, siteUrl }),
    process_anniversary: composeAnniversary({ renderMail }),
    ...composeTaskMails({ renderMail, makeActionLink: makeActionLink(siteUrl), siteUrl }),
    form_receipt: composeFormReceipt({ renderMail }),
    form_resume: composeFormResume({ renderMail, siteUrl }),
    stage_completed: composeStageCompleted({ renderMail, siteUrl }),
    quiz_result: composeQuizResult({ renderMail, siteUrl }),
    quiz_repeat: composeQuizRepeat({ advertise, siteUrl }),
    quiz_partner: composeQuizPartner({ advertise, siteUrl }),
    quiz_resume: composeQuizResume({ renderMail, siteUrl }),
    ...composeAppointmentMails({ renderMail, siteUrl, icalUidOf }),
    ...composeGroupMails({ renderMail, siteUrl }),
    ...composeEarlierMails({ renderMail, siteUrl }),
    ...composeLeadMagnetMails({ renderMail, siteUrl }),
    ...composeLaunchMails({ renderMail, advertise, siteUrl }),
    ...composeOrderMails({ renderMail, siteUrl }),
    tax_document: composeTaxDocument({ renderMail }),
    ...composeWebinarMails({ renderMail, siteUrl }),
  }
  return {
    tasks: {
      publish_post: publishPost,
      publish_page: publishScheduledPage,
      ...calendars,
      ...payments,
      ...documents,
      ...backups?.tasks,
      ...exports?.tasks,
      ...scans?.tasks,
      ...indexNow?.tasks,
      [sendMessagesTask]: sendMessages({
        pool,
        ...(channels && { channels }),
        compose: composeMessage({
          compose,
          ...(channels && { channels }),
          composeTemplate: composeTemplateMessage({
            composeCampaign,
            composeService,
            makeLink: createPreferencesLink,
            siteUrl,
          }),
        }),
      }),
      [sendCampaignTask]: sendCampaign({
        pool,
        sendBatch,
        compose: composeCampaign,
        makeLink: createPreferencesLink,
        siteUrl,
        readRecipient,
      }),
      [importTask]: runImportJob({ pool }),
      advance_webinars: async () => void (await asService((db) => db.query('select advance_webinar_sessions()'))),
      forget_imports: async () => void (await asService((db) => db.query('select forget_imports()'))),
      move_launches: moveLaunches(asService, (db) => areMessagesHeld(db)),
      offer_group_seats: offerGroupSeats(asService, (db) => areMessagesHeld(db)),
      offer_earlier_hours: offerEarlierHours({ asService, readBusyTimes, isQuiet: (db) => areMessagesHeld(db) }),
      sync_launch: syncLaunch(asService),
      open_metric_periods: async () => void (await asService((db) => db.query('select open_metric_periods()'))),
      derive_idle_clients: async () =>
        void (await asService((db) => db.query('select derive_idle_clients(), emit_idle_clients()'))),
      empty_bin: async () => emptyBin(asService),
      refresh_duplicates: async () => void (await asService((db) => db.query('select refresh_all_duplicates()'))),
      note_abandoned_forms: async () =>
        void (await asService((db) => noteAbandonedForms(db, { seal, matchContact, recordConsent }))),
      prune_form_drafts: async () => void (await asService((db) => db.query('select prune_form_drafts()'))),
      prune_unsent_files: async () => void (await asService((db) => db.query('select prune_unsent_files()'))),
      prune_failed_uploads: async () => void (await asService((db) => db.query('select prune_failed_uploads()'))),
      prune_page_videos: async () => void (await asService((db) => db.query('select prune_page_videos()'))),
      tidy_quiz_attempts: async () => void (await asService((db) => db.query('select tidy_quiz_attempts()'))),
      prune_events: async () => void (await asService((db) => db.query('select prune_events()'))),
      prune_audit_log: async () => void (await asService((db) => db.query('select prune_audit_log()'))),
      push_notice: pushNotice(asService),
      [clientPushTask]: pushToClient({ asService, isQuiet: (db) => areMessagesHeld(db) }),
      send_staff_digests: async () => sendStaffDigests(asService, { mails, siteUrl }),
      keep_newsletter_requests: async () => void (await asService(pruneRequests)),
      keep_reviews: async () => void (await asService((db) => maintainReviews(db, { mails, siteUrl }))),
    },
    everyMinutes: {
      advance_webinars: 1,
      note_abandoned_forms: 10,
      send_staff_digests: 15,
      move_launches: 1,
      offer_group_seats: 1,
      offer_earlier_hours: 5,
      ...backups?.everyMinutes,
      ...scans?.everyMinutes,
      ...indexNow?.everyMinutes,
      ...(calendars && { [readCalendarChangesTask]: 5 }),
      ...(payments && { [chargePlansTask]: 30 }),
      ...(documents && { [sweepDocumentsTask]: 10 }),
    },
    // Jobs that send mail run late in the morning, Israel time.
    daily: {
      ...backups?.daily,
      ...exports?.daily,
      ...(calendars && { [checkCalendarsTask]: '05:20 15:20' }),
      ...(payments && { [reconcileTask]: '03:10' }),
      forget_imports: '02:40',
      derive_idle_clients: '02:50',
      keep_newsletter_requests: '08:05',
      keep_reviews: '08:10',
      open_metric_periods: '00:20',
      empty_bin: '00:40',
      prune_audit_log: '00:50',
      prune_events: '01:00',
      prune_form_drafts: '01:10',
      prune_unsent_files: '01:25',
      prune_failed_uploads: '01:30',
      prune_page_videos: '01:35',
      tidy_quiz_attempts: '01:15',
      refresh_duplicates: '01:20',
    },
    async checkDelivery(db, mails) {
      const messages = mails.filter(({ purpose }) => purpose === messageMailPurpose)
      const blocks = await checkMessageDelivery(
        db,
        messages.map(({ id }) => id),
      )
      const deferrable = mails.filter(({ purpose }) => deferrableMails.has(purpose))
      const delay = deferrable.length > 0 ? await reviewMailDelay(db) : undefined
      for (const { id } of deferrable) if (delay) blocks.set(id, delay)
      return blocks
    },
    async onDelivered(db, delivered) {
      for (const { mail, delivery } of delivered)
        // The push service reports the subscription as expired.
        if (mail.purpose === pushPurpose && delivery.isAddress)
          await db.query('select public.forget_browser($1)', [mail.to])
      for (const { mail, delivery } of delivered)
        if (mail.purpose === webhookPurpose && delivery.refused) {
          const { runId, stepId } = mail.payload as WebhookCall
          await db.query('select public.record_webhook_refusal($1, $2, $3)', [runId, stepId, delivery.refused])
        }
      const outcomes = delivered.flatMap(({ mail, delivery }) =>
        mail.purpose === messageMailPurpose ? [{ mail: mail.id, ...delivery }] : [],
      )
      if (outcomes.length > 0) await db.query('select public.record_mail_outcomes($1)', [JSON.stringify(outcomes)])
    },
    stop: () => pool.end(),
  }
}
