import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { useMyFiles } from '#features/portal/portal.data.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'
import { Document } from '../tabs/document.tsx'

const maxShown = 3

/** The newest documents, with a link for sending one. */
export function DocumentsCard() {
  const { data: files } = useMyFiles()
  if (!files) return null
  const all = `${portalPath}/documents`
  return (
    <PortalCard
      id="home-documents"
      title="מסמכים"
      aside={files.length > maxShown && <Link to={all}>{`לכל ${files.length} המסמכים`}</Link>}
    >
      {files.length > 0 && (
        <ul className="portal-tasks">
          {files.slice(0, maxShown).map((file) => (
            <Document key={file.id} file={file} />
          ))}
        </ul>
      )}
      <Link className="portal-drop" to={all}>
        <Icon of={FileText} />
        שליחת מסמך או צילום
      </Link>
    </PortalCard>
  )
}
