import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useAskForSignature, type useSigners } from '#features/signatures/signatures.data.ts'
import { refusals } from '#features/signatures/signatures.ts'
import { useFiles } from '#platform/files/files.data.ts'
import { acceptedFileTypes, refusals as fileRefusals } from '#platform/files/files.ts'
import { CheckField, ErrorText, SelectField, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Signers = NonNullable<ReturnType<typeof useSigners>['data']>
type Props = { contactId: string; signers: Signers; onClose: () => void }

/** Requests signatures for a file of the contact, or for a file uploaded here. */
export function AskSignatureDialog({ contactId, signers, onClose }: Props) {
  const files = useFiles({ contactId })
  const ask = useAskForSignature()
  const [chosen, setChosen] = useState('')
  const [errorText, setErrorText] = useState<string>()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const upload = fields.get('upload')
    const document = chosen || (upload instanceof File && upload.name !== '' ? upload : undefined)
    const signerIds = signers.filter(({ id }) => fields.has(`signer-${id}`)).map(({ id }) => id)
    if (!document) return setErrorText('בחרו מסמך')
    if (signerIds.length === 0) return setErrorText(refusals.no_signer)
    try {
      await ask.mutateAsync({ contactId, document, signers: signerIds })
      toast.success('הבקשה לחתימה מחכה באזור האישי')
      onClose()
    } catch (error) {
      setErrorText(refusalText(error, { ...fileRefusals, ...refusals }))
    }
  }
  return (
    <Dialog open title="בקשת חתימה" onOpenChange={(open) => !open && onClose()}>
      <form onSubmit={(event) => void submit(event)} onChange={() => setErrorText(undefined)} noValidate>
        <DialogBody>
          <SelectField name="file" label="המסמך" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">מסמך חדש</option>
            {files.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {chosen === '' && <TextField name="upload" type="file" label="קובץ" accept={acceptedFileTypes} />}
          <fieldset className="ask-signers">
            <legend className="label">מי חותם</legend>
            {signers.map(({ id, full_name: name, client_user_id: account }) => (
              <CheckField
                key={id}
                name={`signer-${id}`}
                label={<bdi>{name}</bdi>}
                defaultChecked={account !== null && id === contactId}
                disabled={account === null}
                hint={account === null ? 'עוד אין כניסה לאזור האישי' : undefined}
              />
            ))}
          </fieldset>
          <p className="hint">המסמך ייפתח באזור האישי לחותמים. כשחותמים בן או בת הזוג, המסמך נפתח לשניהם.</p>
          {errorText && (
            <div role="alert">
              <ErrorText>{errorText}</ErrorText>
            </div>
          )}
        </DialogBody>
        <FormActions words="שליחת הבקשה" busyWords="שולחים" busy={ask.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
