// The list of the product's jobs, run by any node.
import { emptyBin } from '#features/bin/bin.server.ts'
import { noteAbandonedForms } from '#features/forms/abandoned-forms.server.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent } from '#features/leads/record-consent.server.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { publishPost } from '#features/blog/blog.server.ts'
import { checkCalendarsTask } from '#features/calendar/calendar-health.server.ts'
import { readCalendarChangesTask } from '#features/calendar/calendar-sync.server.ts'
import type { CalendarTasks } from './calendars.ts'
import type { PaymentTasks } from './gateways.ts'
import { reconcileTask } from '#features/orders/reconcile.server.ts'
import { type ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import { readRecipient } from '#features/message-templates/message-templates.server.ts'
import { sendCampaign, sendCampaignTask } from '#features/campaigns/send-campaign.server.ts'
import type { Mails, RenderMail } from '#features/email-templates/email-templates.ts'
import { checkMessageDelivery } from '#features/messages/sender/delivery-check.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { sendMessages, sendMessagesTask } from '#features/messages/sender/send-messages.server.ts'
import type { ChannelName } from '#features/messages/due-message.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { messageMailPurpose } from '#features/messages/sender/write-messages.server.ts'
import { composeReminder, pruneRequests } from '#features/newsletter/newsletter.server.ts'
import { icalUidOf } from '#integrations/google/event-id.ts'
import { composeAppointmentMails } from '#features/booking/booking-messages.server.ts'
import { composeLeadMagnetMails } from '#features/lead-magnets/lead-magnet-mails.server.ts'
import { composeStageCompleted } from '#features/processes/process-messages.server.ts'
import { importTask } from '#features/imports/imports.server.ts'
import { runImportJob } from '#features/imports/import-job.server.ts'
import { createPreferencesLink } from '#features/newsletter/subscribers.server.ts'
import {
  composeReviewRequest,
  deferrableMails,
  reviewMailDelay,
} from '#features/reviews/requests/review-requests.server.ts'
import { maintainReviews } from '#features/reviews/links/verification.server.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { SendMailOptions } from '#kernel/mail/delivery.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { type ComposeService, composeTemplateMessage } from './template-messages.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Options = {
  connect: Connect
  sealFor: SealFor
  siteUrl: string
  mails: Mails<Db>
  renderMail: RenderMail
  composeService: ComposeService
  composeCampaign: ComposeCampaign
  /** Channels with a provider, beside mail. */
  channels?: ReadonlySet<ChannelName>
  /** Tasks of connected calendars; none without Google credentials. */
  calendars?: CalendarTasks | undefined
  /** Tasks that ask payment providers. */
  payments?: PaymentTasks
}

export type Jobs = {
  tasks: Record<string, Task>
  /** Daily tasks and their time of day, in UTC. */
  daily: Record<string, string>
  /** Tasks by the minutes between their runs. */
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
    payments,
  } = options
  // The login worker lacks the rights for contacts, consents and suppressions.
  const pool = openPool(connect('authenticator'), 3)
  const asService = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const seal = sealFor(sealedAnswers.purpose)
  // By template key: the messages of the plan whose links a module makes.
  const compose = {
    newsletter_reminder: composeReminder({ renderMail, siteUrl }),
    review_request: composeReviewRequest({ renderMail, siteUrl }),
    stage_completed: composeStageCompleted({ renderMail, siteUrl }),
    ...composeAppointmentMails({ renderMail, siteUrl, icalUidOf }),
    ...composeLeadMagnetMails({ renderMail, siteUrl }),
  }
  return {
    tasks: {
      publish_post: publishPost,
      ...calendars,
      ...payments,
      [sendMessagesTask]: sendMessages({
        pool,
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
      forget_imports: async () => void (await asService((db) => db.query('select forget_imports()'))),
      empty_bin: async () => emptyBin(asService),
      refresh_duplicates: async () => void (await asService((db) => db.query('select refresh_all_duplicates()'))),
      note_abandoned_forms: async () =>
        void (await asService((db) => noteAbandonedForms(db, { seal, matchContact, recordConsent }))),
      prune_form_drafts: async () => void (await asService((db) => db.query('select prune_form_drafts()'))),
      prune_events: async () => void (await asService((db) => db.query('select prune_events()'))),
      prune_audit_log: async () => void (await asService((db) => db.query('select prune_audit_log()'))),
      keep_newsletter_requests: async () => void (await asService(pruneRequests)),
      keep_reviews: async () => void (await asService((db) => maintainReviews(db, { mails, siteUrl }))),
    },
    everyMinutes: { note_abandoned_forms: 10, ...(calendars && { [readCalendarChangesTask]: 5 }) },
    // Jobs that send mail run late in the morning, Israel time.
    daily: {
      ...(calendars && { [checkCalendarsTask]: '05:20 15:20' }),
      ...(payments && { [reconcileTask]: '03:10' }),
      forget_imports: '02:40',
      keep_newsletter_requests: '08:05',
      keep_reviews: '08:10',
      empty_bin: '00:40',
      prune_audit_log: '00:50',
      prune_events: '01:00',
      prune_form_drafts: '01:10',
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
    async onDelivered(db, mail, { refused, isAddress, isOptOut, providerId }) {
      if (mail.purpose === messageMailPurpose)
        await db.query('select public.record_mail_outcome($1, $2, $3, $4, $5)', [
          mail.id,
          refused ?? null,
          isAddress ?? false,
          providerId ?? null,
          isOptOut ?? false,
        ])
    },
    stop: () => pool.end(),
  }
}
