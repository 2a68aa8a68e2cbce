import type { Kind } from '../blocks.ts'

/** A sketch of a kind of block: rectangles on a 48 × 30 sheet, as `x y width height`. `#` marks pictures, `*` actions. */
const sketches: Partial<Record<Kind, string>> = {
  band: '4 11 12 8|18 11 12 8|32 11 12 8',
  figures: '4 11 12 8|18 11 12 8|32 11 12 8',
  split: '26 6 18 3|26 12 18 2|26 16 14 2|#4 6 18 18',
  steps: '38 6 6 6|16 8 20 2|38 14 6 6|16 16 20 2|38 22 6 6|16 24 20 2',
  points: '4 6 40 3|4 13 40 2|4 18 40 2|4 23 40 2',
  features: '36 5 8 8|22 5 8 8|8 5 8 8|34 16 12 2|20 16 12 2|6 16 12 2',
  columns: '26 5 18 20|4 5 18 20',
  milestones: '4 14 40 1|38 11 6 6|22 11 6 6|6 11 6 6',
  margin: '#26 10 18 4|#30 16 14 4|28 24 16 2|#4 10 18 4|#12 16 10 4|6 24 16 2',
  grid: '4 5 40 4|4 11 40 1|4 16 40 1|4 21 40 1',
  services: '32 6 12 18|18 4 12 22|4 6 12 18',
  compare: '4 5 40 4|4 11 40 1|4 16 40 1|4 21 40 1',
  portal: '#8 5 32 20',
  quote: '42 7 2 16|10 9 28 4|16 16 22 4',
  paragraphs: '4 6 40 2|4 11 40 2|4 16 40 2|16 21 28 2',
  picture: '#6 5 36 20',
  gallery: '#32 6 12 9|#18 6 12 9|#4 6 12 9|#32 17 12 9|#18 17 12 9|#4 17 12 9',
  video: '#6 5 36 20|*21 12 6 6',
  pair: '#26 5 18 9|26 17 18 2|26 21 14 2|#4 5 18 9|4 17 18 2|4 21 14 2',
  people: '#34 5 10 13|34 21 10 2|#19 5 10 13|19 21 10 2|#4 5 10 13|4 21 10 2',
  team: '#34 5 10 13|34 21 10 2|#19 5 10 13|19 21 10 2|#4 5 10 13|4 21 10 2',
  logos: '#36 12 8 6|#25 12 8 6|#14 12 8 6|#3 12 8 6',
  map: '28 8 16 3|28 14 12 2|#4 5 20 20',
  buttons: '*28 12 16 6|8 12 16 6',
  questions: '4 6 40 5|4 13 40 5|4 20 40 5',
  asked: '4 6 40 5|4 13 40 5|4 20 40 5',
  voices: '26 5 18 20|4 5 18 9|4 16 18 9',
  posts: '#32 5 12 9|32 17 12 2|#18 5 12 9|18 17 12 2|#4 5 12 9|4 17 12 2',
  quiz: '24 7 20 3|*32 16 12 5|#4 6 14 18',
  newsletter: '14 8 30 3|22 16 22 5|*6 16 14 5',
  contact: '26 7 18 3|26 13 14 2|4 5 18 4|4 11 18 4|*4 18 10 5',
  details: '4 7 40 2|4 13 40 2|4 19 40 2',
  closing: '14 7 20 4|*18 16 12 6',
}

export function BlockThumbnail({ kind }: { kind: Kind }) {
  const marks = (sketches[kind] ?? '8 8 32 14').split('|')
  return (
    <svg className="kinds__sketch" viewBox="0 0 48 30" aria-hidden="true">
      {marks.map((mark) => {
        const [x, y, width, height] = mark.replace(/^[#*]/, '').split(' ')
        const look = mark.startsWith('#') ? 'picture' : mark.startsWith('*') ? 'action' : 'text'
        return <rect key={mark} className={`kinds__${look}`} x={x} y={y} width={width} height={height} rx="1" />
      })}
    </svg>
  )
}
