// Documents of a stage with their state and upload, and the list of missing documents.
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAddMyFiles } from '#features/portal/my-uploads.data.ts'
import type { SharedWith } from '#features/portal/portal.ts'
import { documentKinds, type DocumentStatus, documentStatusLabels } from '#features/processes/processes.ts'
import {
  type MyStageDocument,
  useBindStageDocument,
  useMyStageDocuments,
} from '#features/processes/stage-documents.data.ts'
import { acceptedFileTypes } from '#platform/files/files.ts'
import { useDroppedFiles } from '#platform/files/use-dropped-files.ts'
import { Badge } from '#ui/badge.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useClientCheck } from '../client-check.ts'
import { PortalCard } from '../portal-card.tsx'
import { usePortalProcesses } from '../portal-processes.ts'
import { portalPath } from '../portal-tabs.ts'
import { FailedDocuments, SendingHint, SharingField } from '../sending-documents.tsx'
import { Document } from '../tabs/document.tsx'

/** Renders nothing for a stage without documents. */
export function StageDocuments({ instanceId }: { instanceId: string }) {
  const { data: client } = useClientCheck()
  const { data = [] } = useMyStageDocuments()
  const [sharedWith, setShared] = useState<SharedWith>('client')
  const documents = data.filter((one) => one.stage_instance_id === instanceId)
  const contactId = client?.isClient ? client.contact?.id : undefined
  if (documents.length === 0 || !contactId) return null
  const arrived = documents.filter(({ status }) => status === 'received' || status === 'approved').length
  return (
    <PortalCard id="stage-documents" title="מה להביא" aside={`${arrived} מתוך ${documents.length} הגיעו`}>
      <p className="portal-quiet">
        <SendingHint />
      </p>
      <SharingField value={sharedWith} onChange={setShared} />
      <ul className="portal-tasks portal-documents">
        {documents.map((one) => (
          <Item key={one.document_id} document={one} contactId={contactId} sharedWith={sharedWith} />
        ))}
      </ul>
    </PortalCard>
  )
}

type ItemProps = { document: MyStageDocument; contactId: string; sharedWith: SharedWith }

function Item({ document, contactId, sharedWith }: ItemProps) {
  const add = useAddMyFiles(contactId)
  const { bind, readAgain } = useBindStageDocument(document)
  const { name, hint, status, files } = document
  async function send(file: File[]) {
    const { failures } = await add.add(file, sharedWith, bind)
    await readAgain()
    if (failures.length === 0) toast.success(`${name}: הגיע אלינו`)
  }
  const { isOver, handlers } = useDroppedFiles((dropped) => void send(dropped))
  return (
    <li className={isOver ? 'portal-over' : undefined} aria-label={name} {...handlers}>
      <div className="portal-documents__head">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <Badge kind={documentKinds[status]}>{documentStatusLabels[status]}</Badge>
      </div>
      {hint && <p dir="auto">{hint}</p>}
      {files.length > 0 && (
        <ul className="portal-documents__files">
          {files.map(({ file, status: decided, reason }) => (
            <Document key={file.id} file={file} from="מבן או מבת הזוג">
              {decided === 'approved' && <small>אושר</small>}
              {reason && (
                <p className="portal-documents__reason">
                  הוחזר: <bdi>{reason}</bdi>
                </p>
              )}
            </Document>
          ))}
        </ul>
      )}
      {files.length === 0 && status !== 'missing' && (
        <small>נשלח באופן פרטי. הקובץ גלוי רק למי ששלח או שלחה, ולצוות.</small>
      )}
      <div className="portal-actions">
        <FilesButton
          label={`קבצים: ${name}`}
          accept={acceptedFileTypes}
          look={status === 'missing' || status === 'returned' ? 'primary' : 'ghost'}
          icon={<Icon of={Upload} />}
          busy={add.waiting > 0}
          aria-label={`${sendLabels[status]}: ${name}`}
          onFiles={(files) => void send(files)}
        >
          {sendLabels[status]}
        </FilesButton>
      </div>
      <FailedDocuments failures={add.failures} />
    </li>
  )
}

/** Missing and returned documents with links to their stages; of a closed stage only returned ones. */
export function MissingDocuments() {
  const { data = [] } = useMyStageDocuments()
  const processes = usePortalProcesses() ?? []
  const shown = new Set(processes.flatMap(({ stages }) => stages.map(({ id }) => id)))
  const missing = data.filter(
    ({ stage_instance_id: stage, status, is_open: isOpen }) =>
      shown.has(stage) && (status === 'returned' || (status === 'missing' && isOpen)),
  )
  return (
    missing.length > 0 && (
      <PortalCard id="missing-documents" title="מה עוד צריך להביא">
        <ul className="portal-tasks portal-documents">
          {missing.map(({ stage_instance_id: stage, document_id: id, name, status }) => (
            <li key={`${stage} ${id}`}>
              <div className="portal-documents__head">
                <Link to={`${portalPath}/process/${stage}`}>
                  <bdi>{name}</bdi>
                </Link>
                <Badge kind={documentKinds[status]}>{documentStatusLabels[status]}</Badge>
              </div>
            </li>
          ))}
        </ul>
      </PortalCard>
    )
  )
}

const sendLabels: Record<DocumentStatus, string> = {
  missing: 'שליחה',
  returned: 'שליחה מחדש',
  received: 'שליחת קובץ נוסף',
  approved: 'שליחת קובץ נוסף',
}
