// Requests of a family's opened stages: forms with their states, and documents to approve or return.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type RequestedDocument,
  type RequestedForm,
  type SentDocument,
  useRequestedItems,
  useDecideDocument,
} from '#features/processes/sent-documents.data.ts'
import { documentKinds, documentStatusLabels, refusals } from '#features/processes/processes.ts'
import { formatDate } from '#lib/time/dates.ts'
import { FileLink } from '#platform/files/file-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { contactId: string; mayDecide: boolean }

/** Renders nothing for a family whose stages have no requests. */
export function StageRequestsCard({ contactId, mayDecide }: Props) {
  const { data, error } = useRequestedItems(contactId)
  if (!error && (!data || data.documents.length + data.forms.length === 0)) return null
  return (
    <div className="client__card">
      <Block title="שאלונים ומסמכים של השלבים">
        {error && <BlockText>{refusalText(error, refusals)}</BlockText>}
        {data && (
          <ul className="client__asks">
            {data.forms.map((form) => (
              <RequestedFormLine key={`${form.stage_instance_id} ${form.contact_name ?? ''}`} form={form} />
            ))}
            {data.documents.map((document) => (
              <RequestedDocumentLine
                key={`${document.stage_instance_id} ${document.document_id}`}
                document={document}
                mayDecide={mayDecide}
              />
            ))}
          </ul>
        )}
      </Block>
    </div>
  )
}

const formStates = { none: 'עוד לא נפתח', draft: 'נפתח, עוד לא נשלח', sent: 'נשלח' } as const

const RequestedFormLine = ({ form }: { form: RequestedForm }) => (
  <li>
    <div className="client__ask">
      <b>
        {form.state === 'sent' ? (
          <Link to={`/crm/forms/${form.form_id}?tab=answers`}>
            <bdi>{form.title}</bdi>
          </Link>
        ) : (
          <bdi>{form.title}</bdi>
        )}
      </b>
      <Badge {...(form.state === 'sent' && { kind: 'success' })}>{formStates[form.state]}</Badge>
    </div>
    <small className="quiet">
      שאלון, <bdi>{form.stage_name}</bdi>
      {form.contact_name && (
        <>
          , <bdi>{form.contact_name}</bdi>
        </>
      )}
    </small>
  </li>
)

const RequestedDocumentLine = ({ document, mayDecide }: { document: RequestedDocument; mayDecide: boolean }) => (
  <li aria-label={document.name}>
    <div className="client__ask">
      <b>
        <bdi>{document.name}</bdi>
      </b>
      <Badge kind={documentKinds[document.status]}>{documentStatusLabels[document.status]}</Badge>
    </div>
    <small className="quiet">
      מסמך, <bdi>{document.stage_name}</bdi>
    </small>
    {document.files.map((sent) => (
      <ReceivedDocument key={sent.file_id} sent={sent} mayDecide={mayDecide} />
    ))}
  </li>
)

function ReceivedDocument({ sent, mayDecide }: { sent: SentDocument; mayDecide: boolean }) {
  const decide = useDecideDocument()
  const [isReturning, setReturning] = useState(false)
  const [reason, setReason] = useState('')
  const { file, status, version } = sent
  const box = useRef<HTMLDivElement>(null)
  /** The status whose buttons receive the focus. */
  const focused = useRef<SentDocument['status']>(undefined)
  // The clicked button was removed: its replacement takes the focus.
  useEffect(() => {
    if (isReturning) box.current?.querySelector('input')?.focus()
    else if (focused.current === status) {
      focused.current = undefined
      box.current?.querySelector<HTMLElement>('.block__actions > button:last-child')?.focus()
    }
  }, [status, isReturning])

  async function run(decision: { to: 'approved' | 'received' } | { to: 'returned'; reason: string }, done: string) {
    focused.current = decision.to
    try {
      await decide.mutateAsync({ file: file.id, version, ...decision })
      toast.success(done)
      setReturning(false)
      setReason('')
    } catch (error) {
      focused.current = undefined
      toast.error(refusalText(error, refusals))
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run({ to: 'returned', reason }, 'המסמך הוחזר, עם הסיבה')
  }
  const cancel = () => {
    focused.current = status
    setReturning(false)
  }
  return (
    <div className="client__sent" ref={box}>
      <FileLink file={file} />
      <small className="quiet">
        <bdi>{file.contact?.full_name}</bdi>, {formatDate(file.created_at)}
        {status !== 'received' && `, ${documentStatusLabels[status]}`}
        {sent.reason && (
          <>
            : <bdi>{sent.reason}</bdi>
          </>
        )}
      </small>
      {mayDecide && !isReturning && (
        <div className="block__actions">
          {status === 'received' ? (
            <>
              <Button
                size="sm"
                busy={decide.isPending}
                aria-label={`אישור: ${file.name}`}
                onClick={() => void run({ to: 'approved' }, 'המסמך אושר')}
              >
                אישור
              </Button>
              <Button look="ghost" size="sm" aria-label={`החזרה: ${file.name}`} onClick={() => setReturning(true)}>
                החזרה
              </Button>
            </>
          ) : (
            <Button
              look="ghost"
              size="sm"
              busy={decide.isPending}
              aria-label={`ביטול ההחלטה: ${file.name}`}
              onClick={() => void run({ to: 'received' }, 'המסמך שוב מחכה לבדיקה')}
            >
              ביטול ההחלטה
            </Button>
          )}
        </div>
      )}
      {isReturning && (
        <form onSubmit={send}>
          <TextField
            name="reason"
            label="מה צריך לתקן"
            hint="המשפט יגיע ללקוחות כמו שהוא"
            value={reason}
            maxLength={500}
            required
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="block__actions">
            <Button type="submit" size="sm" busy={decide.isPending} disabled={reason.trim().length < 2}>
              החזרה
            </Button>
            <Button look="ghost" size="sm" onClick={cancel}>
              ביטול
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
