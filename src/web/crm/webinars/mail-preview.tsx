import '#features/email-templates/email-templates.css'
import { Link } from 'react-router'
import { defaultTemplates } from '#features/email-templates/default-templates.ts'
import { useCustomTexts } from '#features/email-templates/email-templates.data.ts'
import { type EmailKind, emailTemplates, fillTemplate } from '#features/email-templates/email-templates.ts'
import { sampleValues } from '#features/email-templates/sample-values.ts'
import type { WebinarMessageRule } from '#features/webinars/messages/webinar-messages.data.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { RichTextPreview } from '#platform/message-content/rich-text-preview.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { MailBlocks } from '../email/texts-tab.tsx'

type Props = {
  /** The dialog is closed while undefined. */
  rule: WebinarMessageRule | undefined
  webinarTitle: string
  canEditText: boolean
  onClose: () => void
}

/** The mail of a message rule with the business's texts, the title of the webinar and sample details. */
export const MailPreview = ({ rule, webinarTitle, canEditText, onClose }: Props) => (
  <Dialog
    open={rule !== undefined}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={rule?.name ?? ''}
    text="הפרטים לדוגמה. בשליחה הם מתמלאים לפי הנרשמים והמפגש."
  >
    {rule && isKind(rule.template_key) && <Preview kind={rule.template_key} webinarTitle={webinarTitle} />}
    {rule && canEditText && (
      <DialogActions>
        <Link className={buttonClasses({})} to={`/crm/email/texts?kind=${rule.template_key}`}>
          לעריכת הנוסח
        </Link>
      </DialogActions>
    )}
  </Dialog>
)

const isKind = (key: string): key is EmailKind => key in emailTemplates

function Preview({ kind, webinarTitle }: { kind: EmailKind; webinarTitle: string }) {
  const { data: texts, error, refetch } = useCustomTexts()
  const { data: business } = usePublicBusinessProfile()
  if (error && !texts) return <FailedToLoad insteadOf={texts} error={error} onRetry={() => void refetch()} />
  if (!texts) return <Loading />
  const {
    subject,
    heading,
    body,
    blocks = [],
    button,
    closing,
  } = fillTemplate(texts.get(kind) ?? defaultTemplates[kind], {
    ...sampleValues,
    webinarTitle,
    businessName: business?.business_name ?? '',
  })
  return (
    <DialogBody>
      <p className="text-edit__subject">{subject}</p>
      <div className="text-edit__sheet">
        <h3>{heading}</h3>
        <RichTextPreview text={body} />
        <MailBlocks blocks={blocks} />
        {button && <span className="btn btn--primary">{button}</span>}
        {closing && <small>{closing}</small>}
      </div>
    </DialogBody>
  )
}
