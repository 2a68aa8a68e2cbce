// The list of all functions of functions/v1.
import { checkAutomation, publishAutomation } from '#features/automations/automations.server.ts'
import { simulateAutomation } from '#features/automations/simulation/simulate.server.ts'
import { savePost } from '#features/blog/blog.server.ts'
import { countBioClick } from '#features/bio/bio.server.ts'
import { bookAppointment, holdSlot, type BookingDependencies } from '#features/booking/booking.server.ts'
import { planAppointments } from '#features/booking/plan-appointments.server.ts'
import { explainSlots } from '#features/booking/explain-slots.server.ts'
import { bookingPage, bookingSlots } from '#features/booking/host-page.server.ts'
import {
  cancelLinkedAppointment,
  moveLinkedAppointment,
  openAppointment,
  addLinkedPartner,
} from '#features/booking/manage.server.ts'
import { openCalendarFeed } from '#features/booking/calendar-feed.server.ts'
import { renewAppointmentLinks } from '#features/booking/renew-links.server.ts'
import { type CalendarParts, googleCalendarSync } from '#features/calendar/calendar.server.ts'
import { readCalendarChangesTask } from '#features/calendar/calendar-sync.server.ts'
import { googleCalendarChanges } from '#features/calendar/watch-channel.server.ts'
import { saveGateway, testGateway } from '#features/gateways/gateways.server.ts'
import { openCheckout } from '#features/orders/open-checkout.server.ts'
import { openOrder } from '#features/orders/open-order.server.ts'
import { paymentNotice } from '#features/orders/payment-notice.server.ts'
import { placeOrder } from '#features/orders/place-order.server.ts'
import { moveOrderByHand, refundOrder } from '#features/orders/staff-orders.server.ts'
import type { PaymentParts } from './gateways.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import { cancelTransaction } from '#features/cancellations/cancellations.server.ts'
import { recordCookieChoice } from '#features/cookie-consent/cookie-consent.server.ts'
import { uploadFormFile } from '#features/forms/form-files.server.ts'
import type { FormDependencies } from '#features/forms/form-dependencies.server.ts'
import { postFormStep } from '#features/forms/form-step.server.ts'
import { openForm } from '#features/forms/open-form.server.ts'
import { publishForm } from '#features/forms/publish-form.server.ts'
import { saveFormDraft } from '#features/forms/save-draft.server.ts'
import { submitForm } from '#features/forms/submit-form.server.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { utmOf } from '#features/signups/signups.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { recordConversionWith } from '#features/experiments/conversions.server.ts'
import { chooseWinner } from '#features/experiments/winner.server.ts'
import { askForContact } from '#features/leads/leads.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestOrigin, recordConsent, refuseUnknownConsentText } from '#features/leads/record-consent.server.ts'
import { addLeadMagnet, addLeadMagnetFile } from '#features/lead-magnets/edit.server.ts'
import {
  correctLeadMagnetAddress,
  requestLeadMagnet,
  resendLeadMagnet,
} from '#features/lead-magnets/lead-magnets.server.ts'
import {
  joinNewsletterByLink,
  openLeadMagnet,
  renewLeadMagnetLink,
  requestAnotherLeadMagnet,
} from '#features/lead-magnets/mailed-links.server.ts'
import { signUp } from '#features/signups/signups.server.ts'
import { previewCampaign, sendCampaignTest } from '#features/campaigns/campaigns.server.ts'
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import {
  type MailSender,
  readMailFailures,
  readMailStatus,
  sendTestMail,
} from '#platform/mail-status/mail-status.server.ts'
import { type WebhookSettings, whatsAppWebhook } from '#features/messages/whatsapp-webhook.server.ts'
import { noteSmsEvents } from '#features/messages/sms-events.server.ts'
import {
  checkSenderDomain,
  type SenderDomainParts,
} from '#features/messages/sender-domain/check-sender-domain.server.ts'
import { noteMailEvents } from '#features/messages/messages.server.ts'
import {
  askNewsletter,
  confirmNewsletter,
  renewNewsletter,
  subscribeProven,
  subscribeToNewsletter,
} from '#features/newsletter/newsletter.server.ts'
import {
  resubscribe,
  setMailPreferences,
  sendUnsubscribeReason,
  unsubscribe,
} from '#features/newsletter/preferences.server.ts'
import { fillTextTemplate } from '#features/message-templates/fill-text.server.ts'
import {
  type ComposeService,
  previewMergeValues,
  sendTemplateTest,
} from '#features/message-templates/template-preview.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { visitorOf } from '#platform/page-views/page-views.server.ts'
import { checkBlocks, editsSite, publishPage, publishSite, savePage } from '#platform/pages/pages.server.ts'
import { previewPage, type RenderDraft } from '#platform/pages/preview.server.ts'
import { addImage, cropToSquare, type Files } from '#platform/images/images.server.ts'
import { offerDraft } from '#platform/pages/content/offer-draft.ts'
import { addProduct, joinWaitlist } from '#features/products/products.server.ts'
import { exportAppointments } from '#features/booking/export-appointments.server.ts'
import { exportContacts } from '#features/exports/exports.server.ts'
import { importErrors } from '#features/imports/error-file.server.ts'
import { checkImport, rollBackImport, runImport } from '#features/imports/imports.server.ts'
import { uploadImport } from '#features/imports/upload.server.ts'
import { rateAnswer } from '#features/faq-feedback/faq-feedback.server.ts'
import { askForReview } from '#features/reviews/requests/review-requests.server.ts'
import { renewReviewLink } from '#features/reviews/links/review-links.server.ts'
import { confirmReview, disownReview } from '#features/reviews/links/verification.server.ts'
import { decideOnWording, proposeWording } from '#features/reviews/links/wording-proposals.server.ts'
import { leaveAskedReview, leaveReview } from '#features/reviews/reviews.server.ts'
import { reportMissingPage } from '#features/redirects/redirects.server.ts'
import { inviteStaff, resendInvitation } from '#features/team/team.server.ts'
import { checkSiteLinks, readSitePages, type PublishedPages } from '#features/seo/seo.server.ts'
import { exportPerson } from '#features/privacy/privacy.server.ts'
import { saveTemplate } from '#features/component-templates/component-templates.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { eventTypes } from '#web/crm/automations/event-catalog.ts'

/** Dependencies of functions besides the database. */
export type FunctionDependencies = PaymentParts & {
  calendar: CalendarParts
  sealFor: SealFor
  mails: Mails<Db>
  files: Files
  renderDraft: RenderDraft
  pages: PublishedPages
  composeCampaign: ComposeCampaign
  composeService: ComposeService
  /** Flushes the page view counts of this process. */
  writeViews: () => Promise<void>
  /** Secrets of the mail provider's webhook signatures. */
  mailHookSecrets: readonly string[]
  /** Without a trailing slash. */
  siteUrl: string
  /** Where providers send their notices. Without a trailing slash. */
  apiUrl: string
  mailSender: MailSender
  readBusyTimes: BookingDependencies['readBusyTimes']
  whatsApp: WebhookSettings | undefined
  /** Secrets of the hook that sends text messages. */
  smsHookSecrets: readonly string[]
  senderDomain: SenderDomainParts
  /** Besides mail. */
  connectedChannels: readonly string[]
}

export const createFunctionList = ({
  calendar,
  files,
  mails,
  renderDraft,
  pages,
  writeViews,
  ...rest
}: FunctionDependencies): readonly DefinedFunction[] => {
  const automations = { eventTypes, isSenderVerified: rest.mailSender !== undefined }
  const recordConversion = recordConversionWith({ writeViews, visitorOf })
  const newsletter = { mails, siteUrl: rest.siteUrl }
  const leadMagnets = { matchContact, requestOrigin, askNewsletter: askNewsletter(newsletter), recordConversion }
  const forms: FormDependencies = {
    seal: rest.sealFor(sealedAnswers.purpose),
    originOf: (request, sourceUrl) => ({ ...requestOrigin(request, sourceUrl), utm: utmOf(sourceUrl) }),
    matchContact,
    refuseUnknownConsentText,
    recordConsent,
    putFile: (place, bytes) => files.put(place, bytes),
  }
  return [
    askForContact(mails, recordConversion),
    bookingPage,
    bookingSlots(rest),
    holdSlot(rest),
    bookAppointment({ ...rest, matchContact, requestOrigin, refuseUnknownConsentText, recordConsent }),
    explainSlots(rest),
    planAppointments(rest),
    openForm(forms.seal),
    saveFormDraft(forms),
    uploadFormFile(forms),
    postFormStep(forms),
    submitForm(forms),
    publishForm,
    openAppointment,
    cancelLinkedAppointment,
    moveLinkedAppointment(rest),
    addLinkedPartner,
    openCalendarFeed,
    renewAppointmentLinks({ mails, siteUrl: rest.siteUrl }),
    placeOrder({ ...rest, matchContact, requestOrigin }),
    openOrder,
    openCheckout(rest.gateways),
    paymentNotice(rest.gateways),
    moveOrderByHand,
    refundOrder(rest.gateways),
    saveGateway(rest.gatewaySeal),
    testGateway(rest.gateways),
    recordCookieChoice,
    cancelTransaction({ mails, matchContact }),
    signUp({ matchContact, requestOrigin, refuseUnknownConsentText, recordConsent, recordConversion }),
    requestLeadMagnet(leadMagnets),
    resendLeadMagnet,
    correctLeadMagnetAddress(leadMagnets),
    openLeadMagnet(files),
    renewLeadMagnetLink,
    joinNewsletterByLink({ subscribe: subscribeProven(newsletter) }),
    requestAnotherLeadMagnet(leadMagnets),
    addLeadMagnet,
    addLeadMagnetFile(files),
    leaveReview({ mails, siteUrl: rest.siteUrl, cropToSquare }),
    leaveAskedReview({ mails, siteUrl: rest.siteUrl, cropToSquare }),
    confirmReview,
    disownReview,
    renewReviewLink({ mails, siteUrl: rest.siteUrl }),
    proposeWording({ mails, siteUrl: rest.siteUrl }),
    decideOnWording,
    askForReview({ mails, siteUrl: rest.siteUrl }),
    countBioClick,
    addProduct(offerDraft),
    joinWaitlist(matchContact),
    googleCalendarSync(calendar),
    googleCalendarChanges((db) => enqueue(db, readCalendarChangesTask, {}, { key: 'calendar_changes' })),
    addImage(files),
    savePost,
    savePage,
    saveTemplate,
    publishPage,
    publishSite,
    chooseWinner({ editsSite, checkBlocks }),
    previewPage(renderDraft),
    readSitePages(pages),
    checkSiteLinks(pages),
    reportMissingPage,
    rateAnswer,
    subscribeToNewsletter(newsletter, recordConversion),
    confirmNewsletter(newsletter),
    renewNewsletter(newsletter),
    setMailPreferences,
    unsubscribe,
    resubscribe,
    sendUnsubscribeReason,
    previewCampaign({ compose: rest.composeCampaign, siteUrl: rest.siteUrl }),
    sendCampaignTest({ compose: rest.composeCampaign, siteUrl: rest.siteUrl }),
    previewMergeValues(rest.siteUrl),
    fillTextTemplate(rest.siteUrl),
    sendTemplateTest({ compose: rest.composeService, siteUrl: rest.siteUrl }),
    noteMailEvents(rest.mailHookSecrets),
    noteSmsEvents({ secrets: rest.smsHookSecrets, matchContact }),
    whatsAppWebhook({ settings: rest.whatsApp, matchContact }),
    readMailStatus(rest.mailSender, rest.connectedChannels),
    readMailFailures,
    sendTestMail(rest.mailSender),
    checkSenderDomain(rest.senderDomain),
    uploadImport,
    checkImport,
    runImport,
    rollBackImport,
    importErrors,
    exportContacts,
    exportAppointments,
    inviteStaff({ mails, siteUrl: rest.siteUrl }),
    resendInvitation({ mails, siteUrl: rest.siteUrl }),
    exportPerson((id, sealed) => forms.seal.open(id, sealed)),
    checkAutomation(automations),
    publishAutomation(automations),
    simulateAutomation,
  ]
}
