// Functions of webinars, launches and lead magnets.
import { startLaunchCheckout } from '#features/launches/cart.server.ts'
import { joinLaunch } from '#features/launches/join.server.ts'
import {
  enterLaunchCode,
  requestLaunchCode,
  resendLaunchLink,
  resolveLaunchLink,
} from '#features/launches/links.server.ts'
import {
  askForLaunchContent,
  commentOnLaunch,
  completeLaunchContent,
  leaveLaunch,
  noteLaunchProgress,
  openLaunchWorksheet,
  returnToLaunch,
  waitForLaunch,
} from '#features/launches/steps.server.ts'
import { openLaunch, openLaunchWatch } from '#features/launches/watch.server.ts'
import { addLaunchWorksheet } from '#features/launches/worksheet.server.ts'
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
import { matchContact } from '#features/leads/match-contact.server.ts'
import { recordConsent, refuseUnknownConsentText, requestMetadata } from '#features/leads/record-consent.server.ts'
import { subscribeProven } from '#features/newsletter/newsletter.server.ts'
import { beginOrder } from '#features/orders/begin-order.server.ts'
import { correctWebinarAddress, readTypedWebinarAddress } from '#features/webinars/correct-address.server.ts'
import { exportWebinarRegistrants } from '#features/webinars/export-registrants.server.ts'
import { addWebinarPage } from '#features/webinars/page/add-page.server.ts'
import { agreeToWhatsApp } from '#features/webinars/phone-consent.server.ts'
import { openWebinarRecording } from '#features/webinars/recording.server.ts'
import { registerByInvite, registerForWebinar } from '#features/webinars/register.server.ts'
import {
  answerInWebinar,
  answerWebinarExit,
  beatInWebinar,
  enterWebinar,
  reactInWebinar,
  readWebinarRoom,
  sayInWebinar,
  voteInWebinar,
} from '#features/webinars/room/room.server.ts'
import { saveWebinarTemplate, shareWebinarTemplate } from '#features/webinars/templates/webinar-templates.server.ts'
import {
  askByKey,
  cancelWebinarRegistration,
  declineWebinarInvite,
  inviteToWebinar,
  moveWebinarRegistration,
  wishInWebinar,
} from '#features/webinars/visit.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const webinarFunctions = ({
  recordConversion,
  newsletter,
  leadMagnets,
  webinars,
  files,
  ...parts
}: FunctionParts): readonly DefinedFunction[] => [
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
  readTypedWebinarAddress,
  moveWebinarRegistration,
  cancelWebinarRegistration,
  wishInWebinar,
  agreeToWhatsApp(webinars),
  inviteToWebinar,
  declineWebinarInvite,
  askByKey,
  enterWebinar(parts.signAccess),
  readWebinarRoom,
  beatInWebinar,
  reactInWebinar,
  sayInWebinar,
  voteInWebinar,
  answerInWebinar,
  answerWebinarExit,
  openWebinarRecording(files),
  exportWebinarRegistrants,
  addWebinarPage,
  saveWebinarTemplate,
  shareWebinarTemplate,
  addLeadMagnet,
  addLeadMagnetFile(files),
  addLaunchWorksheet(files),
  openLaunch,
  openLaunchWatch(files),
  joinLaunch({ matchContact, requestMetadata, refuseUnknownConsentText, recordConsent, recordConversion }),
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
  startLaunchCheckout({ beginOrder, requestMetadata }),
]
