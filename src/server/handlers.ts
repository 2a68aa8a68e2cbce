// The list of all functions of functions/v1.
import { actByLink, openActionLink } from '#features/action-links/action-links.server.ts'
import { checkAutomation, publishAutomation } from '#features/automations/automations.server.ts'
import { simulateAutomation } from '#features/automations/simulation/simulate.server.ts'
import { inviteClient } from '#features/client-invitations/client-invitations.server.ts'
import { savePost } from '#features/blog/blog.server.ts'
import { countBioClick } from '#features/bio/bio.server.ts'
import { copyBudgetMonth, importBudgetEntries, readBudgetImport, shareBudget } from '#features/budget/budget.server.ts'
import { downloadBudget, eraseBudget, exportBudget } from '#features/budget/export-budget.server.ts'
import { sealedBudget } from '#features/budget/item-store.server.ts'
import { readBudget, readSharedBudget } from '#features/budget/read-budget.server.ts'
import { deleteBudgetItem, saveBudgetItem } from '#features/budget/save-item.server.ts'
import {
  exportMetricPeriods,
  readClientMetrics,
  readMyMetrics,
  reportLinkedMetric,
  reportMetric,
  sealedMetrics,
} from '#features/metrics/metrics.server.ts'
import { waitForGroup } from '#features/booking/group-waits/group-waits.server.ts'
import { bookAppointment, holdSlot, type BookingDependencies } from '#features/booking/booking.server.ts'
import { planAppointments } from '#features/booking/plan-appointments.server.ts'
import { explainSlots } from '#features/booking/explain-slots.server.ts'
import { bookingPage, bookingSlots } from '#features/booking/host-page.server.ts'
import {
  acceptLinkedAppointment,
  cancelLinkedAppointment,
  moveLinkedAppointment,
  payLinkedAppointment,
  openAppointment,
  addLinkedPartner,
  savePreparation,
} from '#features/booking/manage.server.ts'
import { openCalendarFeed } from '#features/booking/calendar-feed.server.ts'
import { makeBookingLink, openBookingLink } from '#features/booking/links/booking-links.server.ts'
import { renewAppointmentLinks } from '#features/booking/renew-links.server.ts'
import { type CalendarParts, googleCalendarSync } from '#features/calendar/calendar.server.ts'
import { readCalendarChangesTask } from '#features/calendar/calendar-sync.server.ts'
import { googleCalendarChanges } from '#features/calendar/watch-channel.server.ts'
import { saveGateway, testGateway } from '#features/gateways/gateways.server.ts'
import {
  readDocumentService,
  saveDocumentKeys,
  testDocumentService,
} from '#features/tax-documents/document-settings.server.ts'
import { chargeByLink } from '#features/orders/charge-by-link.server.ts'
import { claimPurchase } from '#features/orders/claim-purchase.server.ts'
import { downloadBusinessExport } from '#features/business-exports/download-export.server.ts'
import { exportOrders } from '#features/orders/export-orders.server.ts'
import { beginOrder } from '#features/orders/begin-order.server.ts'
import { meetingPayPath, orderMeeting } from '#features/orders/order-meeting.server.ts'
import { openCheckout } from '#features/orders/open-checkout.server.ts'
import { openOrder } from '#features/orders/open-order.server.ts'
import { paymentNotice } from '#features/orders/payment-notice.server.ts'
import { placeOrder } from '#features/orders/place-order.server.ts'
import { moveOrderByHand, refundOrder } from '#features/orders/staff-orders.server.ts'
import type { DocumentParts } from './documents.ts'
import type { PaymentParts } from './gateways.ts'
import { enqueue } from '#kernel/jobs/jobs.ts'
import { cancelTransaction } from '#features/cancellations/cancellations.server.ts'
import { recordCookieChoice } from '#features/cookie-consent/cookie-consent.server.ts'
import { exportFormAnswers } from '#features/forms/export-answers.server.ts'
import { uploadFormFile } from '#features/forms/form-files.server.ts'
import type { FormDependencies } from '#features/forms/form-dependencies.server.ts'
import { postFormStep } from '#features/forms/form-step.server.ts'
import { makeFormLink } from '#features/forms/links/make-form-link.server.ts'
import { openForm } from '#features/forms/open-form.server.ts'
import { previewForm, previewPurpose } from '#features/forms/preview/form-preview.server.ts'
import { setFormPassword } from '#features/forms/password/set-form-password.server.ts'
import { unlockForm } from '#features/forms/password/unlock-form.server.ts'
import { readFormAnswers } from '#features/forms/read-answers.server.ts'
import { publishForm } from '#features/forms/publish-form.server.ts'
import { saveFormDraft } from '#features/forms/save-draft.server.ts'
import { submitForm } from '#features/forms/submit-form.server.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { utmOf } from '#lib/forms/utm.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { recordConversionWith } from '#features/experiments/conversions.server.ts'
import { chooseWinner } from '#features/experiments/winner.server.ts'
import { askForContact } from '#features/leads/leads.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestOrigin, recordConsent, refuseUnknownConsentText } from '#features/leads/record-consent.server.ts'
import { startLaunchCheckout } from '#features/launches/cart.server.ts'
import { joinLaunch } from '#features/launches/join.server.ts'
import {
  enterLaunchCode,
  requestLaunchCode,
  resendLaunchLink,
  resolveLaunchLink,
} from '#features/launches/links.server.ts'
import {
  commentOnLaunch,
  completeLaunchContent,
  leaveLaunch,
  noteLaunchProgress,
  openLaunchWorksheet,
  returnToLaunch,
  waitForLaunch,
  askForLaunchContent,
} from '#features/launches/steps.server.ts'
import { openLaunch, openLaunchWatch } from '#features/launches/watch.server.ts'
import { addLaunchWorksheet } from '#features/launches/worksheet.server.ts'
import { addLeadMagnet, addLeadMagnetFile } from '#features/lead-magnets/edit.server.ts'
import { pushSubscriptions } from '#features/notifications/push-subscriptions.server.ts'
import { sendOfferedLeadMagnet } from '#features/lead-magnets/send-offered.server.ts'
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
import { correctWebinarAddress } from '#features/webinars/correct-address.server.ts'
import { openWebinarRecording } from '#features/webinars/recording.server.ts'
import { registerByInvite, registerForWebinar } from '#features/webinars/register.server.ts'
import {
  answerInWebinar,
  beatInWebinar,
  reactInWebinar,
  enterWebinar,
  readWebinarRoom,
  sayInWebinar,
  type SignAccess,
  voteInWebinar,
} from '#features/webinars/room/room.server.ts'
import {
  askByKey,
  cancelWebinarRegistration,
  declineWebinarInvite,
  inviteToWebinar,
  moveWebinarRegistration,
  wishInWebinar,
} from '#features/webinars/visit.server.ts'
import { saveWebinarTemplate, shareWebinarTemplate } from '#features/webinars/templates/webinar-templates.server.ts'
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
import { receiveMail } from '#features/messages/receive-mail.server.ts'
import { replyByMail } from '#features/inbox/reply-by-mail.server.ts'
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
import { findMissingValues } from '#features/message-templates/find-missing-values.server.ts'
import { fillTextTemplate } from '#features/message-templates/fill-text.server.ts'
import {
  type ComposeService,
  previewMergeValues,
  sendTemplateTest,
} from '#features/message-templates/template-preview.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { visitorOf } from '#platform/page-views/page-views.server.ts'
import { addPage, changePage, deletePage, schedulePage } from '#platform/pages/own-pages.server.ts'
import { checkBlocks, editsSite, publishPage, publishSite, savePage } from '#platform/pages/pages.server.ts'
import { previewPage, type RenderDraft } from '#platform/pages/preview.server.ts'
import { deletePicture, describePicture, replacePicture } from '#platform/images/library.server.ts'
import { addImage, cropToSquare, type Files } from '#platform/images/images.server.ts'
import { offerDraft } from '#platform/pages/content/offer-draft.ts'
import { addProduct, joinWaitlist } from '#features/products/products.server.ts'
import { exportAppointments } from '#features/booking/export-appointments.server.ts'
import { exportContacts } from '#features/exports/exports.server.ts'
import { importErrors } from '#features/imports/error-file.server.ts'
import { checkImport, rollBackImport, runImport } from '#features/imports/imports.server.ts'
import { uploadImport } from '#features/imports/upload.server.ts'
import { rateAnswer } from '#features/faq-feedback/faq-feedback.server.ts'
import { answerQuiz, startQuiz } from '#features/quiz/answer-quiz.server.ts'
import { exportQuizResults } from '#features/quiz/export-results.server.ts'
import { sealedQuizAnswers } from '#features/quiz/attempts.server.ts'
import type { QuizDependencies } from '#features/quiz/dependencies.server.ts'
import { leaveQuizDetails, skipQuizDetails } from '#features/quiz/finish-quiz.server.ts'
import { openQuiz } from '#features/quiz/open-quiz.server.ts'
import { publishQuiz } from '#features/quiz/publish-quiz.server.ts'
import { remindQuiz, resumeQuiz } from '#features/quiz/resume-quiz.server.ts'
import { readQuizAnswers } from '#features/quiz/read-answers.server.ts'
import {
  invitePartner,
  linkQuizResult,
  openQuizResult,
  sendQuizResult,
  shareQuizLevels,
  stopSharingQuizLevels,
  viewQuizResult,
} from '#features/quiz/result-page.server.ts'
import { askForReview } from '#features/reviews/requests/review-requests.server.ts'
import { renewReviewLink } from '#features/reviews/links/review-links.server.ts'
import { confirmReview, disownReview } from '#features/reviews/links/verification.server.ts'
import { decideOnWording, proposeWording } from '#features/reviews/links/wording-proposals.server.ts'
import { leaveAskedReview, leaveReview } from '#features/reviews/reviews.server.ts'
import { type FollowAddress, reportMissingPage, traceRedirect } from '#features/redirects/redirects.server.ts'
import { inviteStaff, resendInvitation } from '#features/team/team.server.ts'
import { checkSiteLinks, readSitePages, type PublishedPages } from '#features/seo/seo.server.ts'
import { exportPerson } from '#features/privacy/privacy.server.ts'
import { saveTemplate } from '#features/component-templates/component-templates.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { eventTypes } from '#web/crm/automations/event-catalog.ts'

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
    /** Where providers send their notices. Without a trailing slash. */
    apiUrl: string
    mailSender: MailSender
    readBusyTimes: BookingDependencies['readBusyTimes']
    /** Signs access tokens of the role anon. */
    signAccess: SignAccess
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
  const webinars = { matchContact, requestOrigin, refuseUnknownConsentText, recordConsent, recordConversion }
  const forms: FormDependencies = {
    seal: rest.sealFor(sealedAnswers.purpose),
    originOf: (request, sourceUrl) => ({ ...requestOrigin(request, sourceUrl), utm: utmOf(sourceUrl) }),
    matchContact,
    refuseUnknownConsentText,
    recordConsent,
    scansFiles: rest.scansFiles,
    putFile: (place, bytes) => files.put(place, bytes),
  }
  const quiz: QuizDependencies = {
    ...forms,
    seal: rest.sealFor(sealedQuizAnswers.purpose),
    recordConversion,
    sendWorksheet: sendOfferedLeadMagnet(leadMagnets),
  }
  const metricSeal = rest.sealFor(sealedMetrics.purpose)
  const budgetSeal = rest.sealFor(sealedBudget.purpose)
  return [
    askForContact(mails, recordConversion),
    bookingPage,
    bookingSlots(rest),
    holdSlot(rest),
    waitForGroup({ matchContact, requestOrigin }),
    bookAppointment({
      ...rest,
      matchContact,
      requestOrigin,
      refuseUnknownConsentText,
      recordConsent,
      orderMeeting: orderMeeting(rest.gateways),
      payPath: meetingPayPath,
    }),
    payLinkedAppointment({ payPath: meetingPayPath }),
    makeBookingLink(rest),
    openBookingLink,
    explainSlots(rest),
    planAppointments(rest),
    pushSubscriptions(rest.sealFor),
    findMissingValues(rest.siteUrl),
    readMyMetrics(metricSeal),
    readClientMetrics(metricSeal),
    reportMetric(metricSeal),
    readBudget(budgetSeal),
    readSharedBudget(budgetSeal),
    saveBudgetItem(budgetSeal),
    deleteBudgetItem(budgetSeal),
    copyBudgetMonth(budgetSeal),
    readBudgetImport(budgetSeal),
    importBudgetEntries(budgetSeal),
    shareBudget,
    downloadBudget(budgetSeal),
    eraseBudget,
    openForm({ seal: forms.seal, previewSeal: rest.sealFor(previewPurpose) }),
    previewForm(rest.sealFor(previewPurpose)),
    unlockForm(),
    setFormPassword,
    saveFormDraft(forms),
    uploadFormFile(forms),
    postFormStep(forms),
    submitForm(forms),
    publishForm,
    makeFormLink(rest),
    openQuiz(quiz),
    startQuiz(quiz),
    answerQuiz(quiz),
    remindQuiz,
    resumeQuiz(quiz),
    skipQuizDetails(quiz),
    leaveQuizDetails(quiz),
    openQuizResult,
    viewQuizResult,
    sendQuizResult(quiz),
    linkQuizResult,
    invitePartner,
    shareQuizLevels,
    stopSharingQuizLevels,
    publishQuiz,
    readQuizAnswers(quiz),
    readFormAnswers(forms.seal),
    exportFormAnswers(forms.seal),
    exportQuizResults(quiz.seal),
    openActionLink,
    actByLink(reportLinkedMetric(metricSeal)),
    openAppointment,
    acceptLinkedAppointment,
    savePreparation,
    cancelLinkedAppointment,
    moveLinkedAppointment(rest),
    addLinkedPartner,
    openCalendarFeed,
    renewAppointmentLinks({ mails, siteUrl: rest.siteUrl }),
    placeOrder({ ...rest, matchContact, requestOrigin }),
    openOrder,
    claimPurchase,
    chargeByLink(rest),
    exportOrders,
    openCheckout(rest.gateways),
    paymentNotice(rest.gateways),
    moveOrderByHand,
    refundOrder(rest.gateways),
    saveGateway(rest.gatewaySeal),
    testGateway(rest.gateways),
    saveDocumentKeys(rest.documentSeal),
    testDocumentService(rest.documentServices),
    readDocumentService(rest.documentServices),
    recordCookieChoice,
    cancelTransaction({ mails, matchContact }),
    requestLeadMagnet(leadMagnets),
    resendLeadMagnet,
    correctLeadMagnetAddress(leadMagnets),
    openLeadMagnet(files),
    renewLeadMagnetLink,
    joinNewsletterByLink({ subscribe: subscribeProven(newsletter) }),
    requestAnotherLeadMagnet(leadMagnets),
    registerForWebinar(webinars),
    registerByInvite(webinars),
    correctWebinarAddress(webinars),
    moveWebinarRegistration,
    cancelWebinarRegistration,
    wishInWebinar,
    inviteToWebinar,
    declineWebinarInvite,
    askByKey,
    enterWebinar(rest.signAccess),
    readWebinarRoom,
    beatInWebinar,
    reactInWebinar,
    sayInWebinar,
    voteInWebinar,
    answerInWebinar,
    openWebinarRecording(files),
    saveWebinarTemplate,
    shareWebinarTemplate,
    addLeadMagnet,
    addLeadMagnetFile(files),
    addLaunchWorksheet(files),
    openLaunch,
    openLaunchWatch(files),
    joinLaunch({ matchContact, requestOrigin, refuseUnknownConsentText, recordConsent, recordConversion }),
    resolveLaunchLink,
    resendLaunchLink,
    requestLaunchCode,
    enterLaunchCode,
    noteLaunchProgress,
    completeLaunchContent,
    openLaunchWorksheet(files),
    commentOnLaunch,
    leaveLaunch,
    returnToLaunch,
    waitForLaunch,
    askForLaunchContent,
    startLaunchCheckout({ beginOrder, requestOrigin }),
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
    describePicture,
    replacePicture,
    deletePicture(files),
    savePost,
    savePage,
    saveTemplate,
    publishPage,
    addPage,
    changePage,
    deletePage,
    schedulePage,
    publishSite,
    chooseWinner({ editsSite, checkBlocks }),
    previewPage(renderDraft),
    readSitePages(pages),
    checkSiteLinks(pages),
    traceRedirect(rest),
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
    receiveMail({ secrets: rest.mailHookSecrets, replyInThread: replyByMail }),
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
    downloadBusinessExport(files),
    exportAppointments,
    inviteStaff({ mails, siteUrl: rest.siteUrl }),
    resendInvitation({ mails, siteUrl: rest.siteUrl }),
    inviteClient({ mails, siteUrl: rest.siteUrl }),
    exportPerson({
      openAnswers: {
        forms: (id, sealed) => forms.seal.open(id, sealed),
        quizzes: (id, sealed) => quiz.seal.open(id, sealed),
      },
      exportBudget: exportBudget(budgetSeal),
      exportMetrics: exportMetricPeriods(metricSeal),
    }),
    checkAutomation(automations),
    publishAutomation(automations),
    simulateAutomation,
  ]
}
