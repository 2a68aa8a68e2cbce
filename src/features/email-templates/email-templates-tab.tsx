// Templates of automatic emails: customized or default.
import './email-templates.css'
import { Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { defaultTemplates } from '#features/email-templates/default-templates.ts'
import { useCustomTexts, useResetEmailText, useSaveEmailText } from '#features/email-templates/email-templates.data.ts'
import { emailKinds, emailTemplates, type EmailText, refusals } from '#features/email-templates/email-templates.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { type EditorParts, TextDialog } from './email-template-dialog.tsx'

export function EmailTexts({ parts }: { parts: EditorParts }) {
  useScreenTitle('נוסחי הודעות')
  const { data: written, error, isPending, refetch } = useCustomTexts()
  // Other screens link to a specific text.
  const [query] = useSearchParams()
  const [edited, setEdited] = useState(() => emailKinds.find((kind) => kind === query.get('kind')))
  const forget = useRestoreDefault()
  if (isPending) return <Loading page size="lg" />
  if (!written) return <FailedToLoad insteadOf={written} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <p className="email-note">
        הודעות שירות שנשלחות בעקבות פעולה באתר. אין בהן תוכן שיווקי, ולכן הן מגיעות גם למי שהוסרו מהדיוור.
      </p>
      <MailNotice />
      <Table label="נוסחי ההודעות">
        <thead>
          <tr>
            <th scope="col">הודעה</th>
            <th scope="col" className="table__wide">
              נוסח
            </th>
            <th scope="col">
              <span className="vh">פעולות</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {emailKinds.map((kind) => {
            const own = written.get(kind)
            return (
              <tr key={kind}>
                <td className="email-title">
                  {emailTemplates[kind].label}
                  <small>{(own ?? defaultTemplates[kind]).subject}</small>
                </td>
                <td className="table__wide">
                  {own ? <Badge kind="primary">שלכם</Badge> : <Badge kind="outline">המקורי</Badge>}
                </td>
                <td className="email-acts">
                  {own && (
                    <Button
                      look="ghost"
                      size="sm"
                      iconOnly
                      aria-label={`חזרה לנוסח המקורי: ${emailTemplates[kind].label}`}
                      icon={<Icon of={Undo2} />}
                      onClick={() => forget(own)}
                    />
                  )}
                  <Button
                    look="ghost"
                    size="sm"
                    iconOnly
                    aria-label={`עריכת הנוסח: ${emailTemplates[kind].label}`}
                    icon={<Icon of={Pencil} />}
                    onClick={() => setEdited(kind)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
      {edited && (
        <TextDialog kind={edited} own={written.get(edited)} parts={parts} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

/** Restores the default template and offers undo. */
function useRestoreDefault() {
  const forgetting = useResetEmailText()
  const saving = useSaveEmailText()
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))
  return ({ kind, subject, preheader, heading, body, blocks, button, closing }: EmailText) => {
    const words = { subject, preheader, heading, body, blocks, button, closing }
    forgetting.mutate(kind, {
      onSuccess: () =>
        toast.success('ההודעה חזרה לנוסח המקורי', {
          action: {
            text: 'החזרת הנוסח שלכם',
            run: () => saving.mutate({ kind, seen: undefined, words }, { onError: failed }),
          },
        }),
      onError: failed,
    })
  }
}
