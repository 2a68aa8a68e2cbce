import { VideoPlayer } from '#platform/player/video-player.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { ownRecording } from '../own-recording.ts'
import type { WebinarRow } from '../webinars.data.ts'

/** Shown to the team during a rehearsal: what is hidden from registrants, and the video that they will see. */
export function Rehearsal({ webinar: { kind, stream, recording, title } }: { webinar: WebinarRow }) {
  const source = kind === 'live' ? stream : recording
  return (
    <Block title="חזרה">
      <BlockText>
        רק הצוות בחדר. הנרשמים רואים שהמפגש עוד לא נפתח, דבר לא נספר, וההודעות והרגעים של החזרה נמחקים בסופה.
      </BlockText>
      {source && ownRecording(source) && <BlockText>הסרטון הוא קובץ שהועלה, ואפשר לצפות בו בפרטי ההדרכה.</BlockText>}
      {source && !ownRecording(source) && (
        <VideoPlayer video={{ source, title }} isStream={kind === 'live'} isAllowed={() => true} />
      )}
    </Block>
  )
}
