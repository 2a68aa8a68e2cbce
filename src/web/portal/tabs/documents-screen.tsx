// Documents: sent by the client or shared by the staff, with who sees each.
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useAddMyFiles } from '#features/portal/my-uploads.data.ts'
import { useMyFiles } from '#features/portal/portal.data.ts'
import type { SharedWith } from '#features/portal/portal.ts'
import { acceptedFileTypes } from '#platform/files/files.ts'
import { useDroppedFiles } from '#platform/files/use-dropped-files.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useClientCheck } from '../client-check.ts'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { SignedDocuments, WaitingSignatures } from '../signatures/signatures-card.tsx'
import { MissingDocuments } from '../process/stage-documents.tsx'
import { FailedDocuments, SendingHint, SharingField } from '../sending-documents.tsx'
import { Document } from './document.tsx'

export function Component() {
  const { data: client } = useClientCheck()
  const { data: files, error, refetch } = useMyFiles()
  const contactId = client?.isClient ? client.contact?.id : undefined
  return (
    <PortalPage title="המסמכים שלכם" lead="מה ששלחתם ומה שקיבלתם, במקום אחד.">
      <WaitingSignatures id="waiting-signatures" />
      <MissingDocuments />
      {contactId && <Adding contactId={contactId} />}
      <PortalCard id="documents" title="כל המסמכים">
        {!files && !error && <Loading />}
        {!files && error && <FailedToLoad insteadOf={files} error={error} onRetry={() => void refetch()} />}
        {files?.length === 0 && <p className="portal-quiet">עוד אין כאן מסמכים.</p>}
        {files && files.length > 0 && (
          <ul className="portal-tasks">
            {files.map((file) => (
              <Document key={file.id} file={file} />
            ))}
          </ul>
        )}
      </PortalCard>
      <SignedDocuments />
    </PortalPage>
  )
}

function Adding({ contactId }: { contactId: string }) {
  const add = useAddMyFiles(contactId)
  const [sharedWith, setShared] = useState<SharedWith>('client')
  async function send(files: File[]) {
    const { failures } = await add.add(files, sharedWith)
    if (failures.length === 0) toast.success(files.length === 1 ? 'המסמך הגיע אלינו' : 'המסמכים הגיעו אלינו')
  }
  const { isOver, handlers } = useDroppedFiles((files) => void send(files))
  return (
    <div className={isOver ? 'portal-over' : undefined} {...handlers}>
      <PortalCard id="add-document" title="שליחת מסמך" soft>
        <p className="portal-quiet">
          <SendingHint /> רואים אותו אתם והצוות שמלווה אתכם.
        </p>
        <SharingField value={sharedWith} onChange={setShared} />
        <div className="portal-actions">
          <FilesButton
            label="בחירת מסמכים"
            accept={acceptedFileTypes}
            look="primary"
            icon={<Icon of={Upload} />}
            busy={add.waiting > 0}
            onFiles={(files) => void send(files)}
          >
            בחירת קובץ או צילום
          </FilesButton>
        </div>
        <FailedDocuments failures={add.failures} />
      </PortalCard>
    </div>
  )
}
