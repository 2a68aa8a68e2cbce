// Dependencies of the handlers of functions/v1.
import type { BookingDependencies } from '#features/booking/booking.server.ts'
import { sealedBudget } from '#features/budget/item-store.server.ts'
import type { CalendarParts } from '#features/calendar/calendar.server.ts'
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { recordConversionWith } from '#features/experiments/conversions.server.ts'
import type { FormDependencies } from '#features/forms/form-dependencies.server.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { sendOfferedLeadMagnet } from '#features/lead-magnets/send-offered.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent, refuseUnknownConsentText, requestMetadata } from '#features/leads/record-consent.server.ts'
import type { ComposeService } from '#features/message-templates/template-preview.server.ts'
import type { SenderDomainParts } from '#features/messages/sender-domain/check-sender-domain.server.ts'
import type { WebhookSettings } from '#features/messages/whatsapp-webhook.server.ts'
import { sealedMetrics } from '#features/metrics/metrics.server.ts'
import { requestSubscription } from '#features/newsletter/newsletter.server.ts'
import { sealedQuizAnswers } from '#features/quiz/attempts.server.ts'
import type { QuizDependencies } from '#features/quiz/dependencies.server.ts'
import type { FollowAddress } from '#features/redirects/redirects.server.ts'
import type { PublishedPages } from '#features/seo/seo.server.ts'
import type { SignAccess } from '#features/webinars/room/room.server.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { utmOf } from '#lib/forms/utm.ts'
import type { Files } from '#platform/images/images.server.ts'
import type { MailSender } from '#platform/mail-status/mail-status.server.ts'
import { visitorOf } from '#platform/page-views/page-views.server.ts'
import type { RenderDraft } from '#platform/pages/preview.server.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { eventContexts, eventTypes } from '#web/crm/automations/event-catalog.ts'
import type { DocumentParts } from '../documents.ts'
import type { PaymentParts } from '../gateways.ts'

/** Dependencies of functions besides the database. */
export type FunctionDependencies = PaymentParts &
  DocumentParts & {
    calendar: CalendarParts
    sealFor: SealFor
    mails: Mails<Db>
    files: Files
    /** Whether a virus scanner is configured. */
    scansFiles: boolean
    renderDraft: RenderDraft
    pages: PublishedPages
    follow: FollowAddress
    composeCampaign: ComposeCampaign
    composeService: ComposeService
    /** Flushes the page view counts of this process. */
    writeViews: () => Promise<void>
    /** Secrets of the mail provider's webhook signatures. */
    mailHookSecrets: readonly string[]
    /** Without a trailing slash. */
    siteUrl: string
    /** Base URL for webhooks of providers, without a trailing slash. */
    apiUrl: string
    mailSender: MailSender
    readBusyTimes: BookingDependencies['readBusyTimes']
    /** Signs access tokens of the role anon. */
    signAccess: SignAccess
    whatsApp: WebhookSettings | undefined
    /** Secrets of the hook that sends text messages. */
    smsHookSecrets: readonly string[]
    senderDomain: SenderDomainParts
    /** Configured channels besides mail. */
    connectedChannels: readonly string[]
  }

/** The dependencies, and the objects derived from them that several modules' functions share. */
export function functionParts(dependencies: FunctionDependencies) {
  const automations = { eventTypes, eventContexts, isSenderVerified: dependencies.mailSender !== undefined }
  const recordConversion = recordConversionWith({ writeViews: dependencies.writeViews, visitorOf })
  const newsletter = { mails: dependencies.mails, siteUrl: dependencies.siteUrl }
  const leadMagnets = {
    matchContact,
    requestMetadata,
    askNewsletter: requestSubscription(newsletter),
    recordConversion,
  }
  const webinars = { matchContact, requestMetadata, refuseUnknownConsentText, recordConsent, recordConversion }
  const forms: FormDependencies = {
    seal: dependencies.sealFor(sealedAnswers.purpose),
    metadataOf: (request, sourceUrl) => ({ ...requestMetadata(request, sourceUrl), utm: utmOf(sourceUrl) }),
    matchContact,
    refuseUnknownConsentText,
    recordConsent,
    scansFiles: dependencies.scansFiles,
    putFile: (place, bytes) => dependencies.files.put(place, bytes),
  }
  const quiz: QuizDependencies = {
    ...forms,
    seal: dependencies.sealFor(sealedQuizAnswers.purpose),
    recordConversion,
    sendWorksheet: sendOfferedLeadMagnet(leadMagnets),
  }
  const metricSeal = dependencies.sealFor(sealedMetrics.purpose)
  const budgetSeal = dependencies.sealFor(sealedBudget.purpose)
  return {
    ...dependencies,
    automations,
    recordConversion,
    newsletter,
    leadMagnets,
    webinars,
    forms,
    quiz,
    metricSeal,
    budgetSeal,
  }
}
export type FunctionParts = ReturnType<typeof functionParts>
