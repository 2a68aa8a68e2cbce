import './files.css'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { linkToFile, type ShownFile } from './files.data.ts'
import { refusals } from './files.ts'

/** The name of a file; a click downloads it. */
export function FileLink({ file }: { file: Pick<ShownFile, 'id' | 'name'> }) {
  const backend = useBackend()
  async function download() {
    try {
      window.location.assign(await linkToFile(backend, file))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <button type="button" className="file__name" onClick={() => void download()}>
      <bdi>{file.name}</bdi>
    </button>
  )
}
