// Signature requests to the clients of a household: new requests, replacement, cancellation, and certificates.
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type ShownSignature,
  useReplaceDocument,
  useSignaturesOf,
  useSigners,
  useWithdrawSignature,
} from '#features/signatures/signatures.data.ts'
import { refusals } from '#features/signatures/signatures.ts'
import { formatDate } from '#lib/time/dates.ts'
import { acceptedFileTypes, refusals as fileRefusals } from '#platform/files/files.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AskSignatureDialog } from './ask-signature-dialog.tsx'

export function SignaturesCard({ contactId }: { contactId: string }) {
  const [isAsking, setAsking] = useState(false)
  const { data: signers = [] } = useSigners(contactId)
  const signatures = useSignaturesOf(signers.map(({ id }) => id))
  return (
    <div className="client__card">
      <Block title="חתימות על מסמכים" action={<Button onClick={() => setAsking(true)}>בקשת חתימה</Button>}>
        {signatures.error && <BlockText>{refusalText(signatures.error, refusals)}</BlockText>}
        {signatures.data?.length === 0 && (
          <BlockText>הסכם או מסמך אחר לחתימה באזור האישי. אישור עם המועד והמסמך נשמר לשני הצדדים.</BlockText>
        )}
        {signatures.data && signatures.data.length > 0 && (
          <ul className="client__metrics">
            {signatures.data.map((one) => (
              <Row key={one.id} one={one} contactId={contactId} />
            ))}
          </ul>
        )}
      </Block>
      {isAsking && <AskSignatureDialog contactId={contactId} signers={signers} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Row({ one, contactId }: { one: ShownSignature; contactId: string }) {
  const withdraw = useWithdrawSignature()
  const replace = useReplaceDocument()
  const { id, file_id: fileId, file_name: name, signed_at: signedAt, signer } = one
  async function run(work: Promise<unknown>, done: string) {
    try {
      await work
      toast.success(done)
    } catch (error) {
      toast.error(refusalText(error, { ...fileRefusals, ...refusals }))
    }
  }
  return (
    <li className="client__metric">
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{signer?.full_name}</bdi>
          {signedAt ? `, נחתם ב־${formatDate(signedAt)}` : `, התבקשה ב־${formatDate(one.requested_at)}`}
        </small>
      </div>
      {signedAt ? (
        <>
          <Badge kind="success">נחתם</Badge>
          <Link
            to={`/crm/clients/${contactId}/signatures/${id}`}
            aria-label={`אישור חתימה: ${name}, ${signer?.full_name}`}
          >
            אישור חתימה
          </Link>
        </>
      ) : (
        <>
          <Badge kind="warning">מחכה לחתימה</Badge>
          <Button
            look="ghost"
            size="sm"
            busy={withdraw.isPending}
            aria-label={`ביטול הבקשה: ${name}, ${signer?.full_name}`}
            onClick={() => void run(withdraw.mutateAsync(id), 'הבקשה לחתימה בוטלה')}
          >
            ביטול הבקשה
          </Button>
        </>
      )}
      {fileId && (
        <FileButton
          label={`מסמך חדש במקום ${name}`}
          accept={acceptedFileTypes}
          look="ghost"
          size="sm"
          busy={replace.isPending}
          aria-label={`החלפת המסמך: ${name}, ${signer?.full_name}`}
          onFile={(file) =>
            void run(replace.mutateAsync({ contactId, fileId, file }), 'המסמך הוחלף, והחתימה מתבקשת מחדש')
          }
        >
          החלפת המסמך
        </FileButton>
      )}
    </li>
  )
}
