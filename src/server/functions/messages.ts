// Functions of campaigns, newsletters, templates, automations and message channels.
import { checkAutomation, publishAutomation } from '#features/automations/automations.server.ts'
import { simulateAutomation } from '#features/automations/simulation/simulate.server.ts'
import { previewCampaign, sendCampaignTest } from '#features/campaigns/campaigns.server.ts'
import { replyByMail } from '#features/inbox/reply-by-mail.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { fillTextTemplate } from '#features/message-templates/fill-text.server.ts'
import { findMissingValues } from '#features/message-templates/find-missing-values.server.ts'
import { previewMergeValues, sendTemplateTest } from '#features/message-templates/template-preview.server.ts'
import { noteMailEvents } from '#features/messages/messages.server.ts'
import { receiveMail } from '#features/messages/receive-mail.server.ts'
import { checkSenderDomain } from '#features/messages/sender-domain/check-sender-domain.server.ts'
import { noteSmsEvents } from '#features/messages/sms-events.server.ts'
import { whatsAppWebhook } from '#features/messages/whatsapp-webhook.server.ts'
import { confirmNewsletter, renewNewsletter, subscribeToNewsletter } from '#features/newsletter/newsletter.server.ts'
import {
  resubscribe,
  sendUnsubscribeReason,
  setMailPreferences,
  unsubscribe,
} from '#features/newsletter/preferences.server.ts'
import { pushSubscriptions } from '#features/notifications/push-subscriptions.server.ts'
import { readMailFailures, readMailStatus, sendTestMail } from '#platform/mail-status/mail-status.server.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const messageFunctions = ({
  automations,
  recordConversion,
  newsletter,
  ...parts
}: FunctionParts): readonly DefinedFunction[] => [
  pushSubscriptions(parts.sealFor),
  findMissingValues(parts.siteUrl),
  subscribeToNewsletter(newsletter, recordConversion),
  confirmNewsletter(newsletter),
  renewNewsletter(newsletter),
  setMailPreferences,
  unsubscribe,
  resubscribe,
  sendUnsubscribeReason,
  previewCampaign({ compose: parts.composeCampaign, siteUrl: parts.siteUrl }),
  sendCampaignTest({ compose: parts.composeCampaign, siteUrl: parts.siteUrl }),
  previewMergeValues(parts.siteUrl),
  fillTextTemplate(parts.siteUrl),
  sendTemplateTest({ compose: parts.composeService, siteUrl: parts.siteUrl }),
  noteMailEvents(parts.mailHookSecrets),
  receiveMail({ secrets: parts.mailHookSecrets, replyInThread: replyByMail }),
  noteSmsEvents({ secrets: parts.smsHookSecrets, matchContact }),
  whatsAppWebhook({ settings: parts.whatsApp, matchContact }),
  readMailStatus(parts.mailSender, parts.connectedChannels),
  readMailFailures,
  sendTestMail(parts.mailSender),
  checkSenderDomain(parts.senderDomain),
  checkAutomation(automations),
  publishAutomation(automations),
  simulateAutomation,
]
