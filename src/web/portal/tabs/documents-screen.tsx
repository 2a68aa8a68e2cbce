// Documents: sent by the client or shared by the staff, with who sees each.
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useAddMyFiles, useHasPartner, useMyFiles } from '#features/portal/portal.data.ts'
import type { SharedWith } from '#features/portal/portal.ts'
import { accepted, refusals } from '#platform/files/files.ts'
import { useDroppedFiles } from '#platform/files/use-dropped-files.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useClientCheck } from '../client-check.ts'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { SignedDocuments, WaitingSignatures } from '../signatures/signatures-card.tsx'
import { Document } from './document.tsx'

export function Component() {
  const { data: client } = useClientCheck()
  const { data: files, error, refetch } = useMyFiles()
  const contactId = client?.isClient ? client.contact?.id : undefined
  return (
    <PortalPage title="המסמכים שלכם" lead="מה ששלחתם ומה שקיבלתם, במקום אחד.">
      <WaitingSignatures id="waiting-signatures" />
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
  const hasPartner = useHasPartner()
  const chooser = useRef<HTMLInputElement>(null)
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
          מסמך, גיליון או תמונה מהטלפון, עד 20 מ״ב: בוחרים, גוררים לכאן או מדביקים. רואים אותו אתם והצוות שמלווה אתכם.
        </p>
        {hasPartner && (
          <SelectField
            name="shared"
            label="מי עוד רואה"
            value={sharedWith}
            onChange={(event) => setShared(event.target.value as SharedWith)}
          >
            <option value="client">רק אני</option>
            <option value="household">גם בן או בת הזוג</option>
          </SelectField>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={accepted}
          aria-label="בחירת מסמכים"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) void send(files)
          }}
        />
        <div className="portal-actions">
          <Button
            look="primary"
            icon={<Icon of={Upload} />}
            busy={add.waiting > 0}
            onClick={() => chooser.current?.click()}
          >
            בחירת קובץ או צילום
          </Button>
        </div>
        {add.failures.length > 0 && (
          <div role="alert">
            {add.failures.map(({ name, error }) => (
              <ErrorText key={name}>
                <bdi>{name}</bdi>: {refusalText(error, refusals)}
              </ErrorText>
            ))}
          </div>
        )}
      </PortalCard>
    </div>
  )
}
