import './files.css'
import { Paperclip, Trash2 } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { useUserId } from '#client/session-context.tsx'
import { formatFileSize } from '#lib/format-file-size.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { FilesButton } from '#ui/forms/file-button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { iconOfFile } from './file-icon.ts'
import { FileLink } from './file-link.tsx'
import { type FilesOf, type ShownFile, useAddFiles, useFiles, useLiveFiles, useDeleteFile } from './files.data.ts'
import { acceptedFileTypes, refusals } from './files.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

type Props = FilesOf & {
  /** Whether files of other users can be deleted. */
  mayPutAwayAll: boolean
}

/** Files of a contact or opportunity: upload by button or drop, download by click. */
export function FileList({ mayPutAwayAll, ...of }: Props) {
  const files = useFiles(of)
  useLiveFiles(of)
  const uploads = useAddFiles(of)
  const { isOver, handlers } = useDroppedFiles((dropped) => void uploads.add(dropped))
  return (
    <div className={isOver ? 'files files--over' : 'files'} {...handlers}>
      <Block
        title="קבצים"
        action={
          <FilesButton
            label="צירוף קבצים"
            accept={acceptedFileTypes}
            look="ghost"
            size="sm"
            icon={<Icon of={Paperclip} />}
            busy={uploads.waiting > 0}
            onFiles={(files) => void uploads.add(files)}
          >
            {uploads.waiting > 0 ? onTheWay(uploads.waiting) : 'צירוף'}
          </FilesButton>
        }
      >
        {uploads.failures.length > 0 && (
          <div role="alert">
            {uploads.failures.map(({ name, error }) => (
              <ErrorText key={name}>
                <bdi>{name}</bdi>: {refusalText(error, refusals)}
              </ErrorText>
            ))}
          </div>
        )}
        {files.isPending && <Loading />}
        {!files.data && files.error && (
          <Button size="sm" onClick={() => void files.refetch()}>
            הקבצים לא נטענו. ניסיון נוסף
          </Button>
        )}
        {files.data?.length === 0 && <BlockText>אפשר לגרור לכאן מסמך, תמונה או הקלטה</BlockText>}
        {files.data && files.data.length > 0 && (
          <ul className="files__list">
            {files.data.map((file) => (
              <OneFile key={file.id} file={file} mayPutAwayAll={mayPutAwayAll} />
            ))}
          </ul>
        )}
      </Block>
    </div>
  )
}

const onTheWay = (files: number) => count(files, { one: 'מעלים', two: 'מעלים שני קבצים', other: 'מעלים # קבצים' })

function OneFile({ file, mayPutAwayAll }: { file: ShownFile } & Pick<Props, 'mayPutAwayAll'>) {
  const userId = useUserId()
  const put = useDeleteFile()
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.file', within: '.files' })

  async function moveToBin() {
    try {
      await put.mutateAsync({ file, isAway: true })
      offerUndo({ title: 'הקובץ הוסר', undo: () => put.mutateAsync({ file, isAway: false }) })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }

  return (
    <li className="file" {...rowFocusProps}>
      <Icon of={iconOfFile(file.mime_type)} />
      <FileLink file={file} />
      {(mayPutAwayAll || file.uploaded_by === userId) && (
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`הסרת הקובץ ${file.name}`}
          icon={<Icon of={Trash2} />}
          busy={put.isPending}
          onClick={() => void moveToBin()}
        />
      )}
      <span className="file__facts">
        {formatDate(file.created_at)} · {formatFileSize(file.size_bytes)}
      </span>
    </li>
  )
}
