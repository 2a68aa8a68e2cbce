// The suppression list with reasons. Only the recipient can revoke an unsubscribe.
import { Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type SuppressedAddress,
  useRemoveSuppression,
  useSuppress,
  useSuppressions,
} from '#features/messages/messages.data.ts'
import { channelLabels } from '#features/messages/message-reasons.ts'
import { refusals, SuppressEdit, suppressionLabels } from '#features/messages/messages.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const size = 50

export function SuppressionList() {
  const [params] = useSearchParams()
  const { data, error, refetch } = useSuppressions(pageOf(params) - 1)
  const [adding, setAdding] = useState(false)
  return (
    <section className="email-part" aria-labelledby="suppressed">
      <div className="email-part__head">
        <h2 id="suppressed">לא מקבלים דיוור</h2>
        <Button icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
          הסרת כתובת
        </Button>
      </div>
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <p className="email-note">
          כתובות ומספרים שביקשו הסרה, שחזרו או שסומנו כדואר זבל יופיעו כאן מעצמן. הודעות שירות ממשיכות להגיע אליהן.
        </p>
      )}
      {data && data.total > 0 && <Rows rows={data.suppressed} />}
      {data && data.total > size && (
        <Pager page={data.page + 1} size={size} total={data.total} to={(to) => `?page=${to}`} />
      )}
      <RecordDialog
        open={adding}
        onClose={() => setAdding(false)}
        title="הסרת כתובת מהדיוור"
        text="לכתובת הזו לא יישלח עוד דיוור שיווקי. הודעות שירות ימשיכו להישלח."
      >
        <SuppressForm />
      </RecordDialog>
    </section>
  )
}

function Rows({ rows }: { rows: readonly SuppressedAddress[] }) {
  const allow = useRemoveSuppression()
  return (
    <Table label="כתובות שלא מקבלות דיוור">
      <thead>
        <tr>
          <th scope="col">כתובת</th>
          <th scope="col">ערוץ</th>
          <th scope="col">סיבה</th>
          <th scope="col" className="table__wide">
            מתי
          </th>
          <th scope="col">
            <span className="vh">פעולות</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.value_hash} ${row.channel} ${row.reason}`}>
            <td className="email-title">
              {row.value_norm ? <Ltr>{row.value_norm}</Ltr> : 'כתובת שנמחקה'}
              {row.note && <small dir="auto">{row.note}</small>}
            </td>
            <td>{channelLabels[row.channel]}</td>
            <td>{suppressionLabels[row.reason]}</td>
            <td className="table__wide">{formatDate(row.created_at)}</td>
            <td className="email-acts">
              {(row.reason === 'manual' || row.reason === 'bounce') && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  aria-label={`החזרת ${row.value_norm ?? 'הכתובת'} לדיוור (${channelLabels[row.channel]})`}
                  icon={<Icon of={Undo2} />}
                  onClick={() =>
                    allow.mutate(row, {
                      onSuccess: () => toast.success('הכתובת יכולה לקבל דיוור, אם יש לה הסכמה'),
                      onError: (error) => toast.error(refusalText(error, refusals)),
                    })
                  }
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function SuppressForm() {
  const saving = useSuppress()
  return (
    <RecordForm
      schema={SuppressEdit}
      refusals={{ ...refusals, suppressions_pkey: 'הכתובת כבר ברשימה' }}
      fields={fields}
      save={(edit) => saving.mutateAsync(edit)}
      saved="הכתובת הוסרה מהדיוור"
      action="הסרה מהדיוור"
    >
      {(errors) => (
        <>
          <TextField
            name="value_norm"
            type="email"
            label="דוא״ל"
            required
            autoComplete="off"
            maxLength={254}
            error={errors['value_norm']}
          />
          <TextField
            name="note"
            label="הערה"
            optional="(לא חובה)"
            hint="למשל: ביקשו בטלפון"
            maxLength={300}
            autoComplete="off"
            error={errors['note']}
          />
        </>
      )}
    </RecordForm>
  )
}

const fields = {
  suppressed_address: 'value_norm',
  suppressions_pkey: 'value_norm',
  suppression_note_length: 'note',
}
