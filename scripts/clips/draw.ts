// Runs in the browser: draws the scenes of a clip on a canvas, and encodes them with WebCodecs.
import type { Scene } from '#platform/player/clips/annual-expenses.ts'

export type Encoded = { at: number; isKey: boolean; base64: string }
type Asked = {
  scenes: readonly Scene[]
  seconds: number
  width: number
  height: number
  perSecond: number
  keyEvery: number
}

/** Self-contained: its source is sent to the browser. */
export async function drawClip({ scenes, seconds, width, height, perSecond, keyEvery }: Asked): Promise<Encoded[]> {
  await document.fonts.load('600 40px clip')
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')!
  const [ink, accent, soft, ground] = ['#1d2b2a', '#0f766e', '#cfe5e1', '#f7f4ee']
  const drawText = (text: string, x: number, y: number, size: number, colour = ink, weight = 500) => {
    pen.font = `${weight} ${size}px clip`
    pen.fillStyle = colour
    pen.fillText(text, x, y)
  }
  const between = (n: number) => Math.max(0, Math.min(1, n))
  const drawings: Record<Scene['drawing'], (share: number) => void> = {
    months(share) {
      const heights = [30, 36, 62, 34, 40, 38, 44, 96, 70, 64, 36, 150]
      heights.forEach((tall, month) => {
        const shown = tall * between(share * 3 - month / 12)
        pen.fillStyle = month === 11 ? accent : soft
        pen.fillRect(width - 88 - month * 42, 290 - shown, 28, shown)
      })
    },
    list(share) {
      const rows = ['ביטוח רכב', 'חופשה', 'ציוד לבית הספר', 'חגים ומתנות', 'טסט ותיקונים']
      rows.forEach((row, at) => {
        if (share * 6 < at) return
        pen.fillStyle = accent
        pen.fillRect(width - 84, 134 + at * 36, 12, 12)
        drawText(row, width - 100, 148 + at * 36, 24)
      })
    },
    division(share) {
      drawText('18,000 ₪ בשנה', width - 60, 170, 34)
      if (share > 0.25) drawText('÷ 12 חודשים', width - 60, 220, 34, accent)
      if (share > 0.5) drawText('= 1,500 ₪ בחודש', width - 60, 275, 38, ink, 700)
    },
    jar(share) {
      const full = 150 * between(share * 1.2)
      pen.fillStyle = soft
      pen.fillRect(width / 2 - 60, 290 - full, 120, full)
      pen.strokeStyle = accent
      pen.lineWidth = 5
      pen.strokeRect(width / 2 - 62, 130, 124, 162)
      drawText('החשבון הנפרד', width - 60, 330, 24, accent)
    },
    words(share) {
      drawText('זה מידע, לא כישלון.', width - 60, 180, 36, accent, 700)
      if (share > 0.35) drawText('מתחילים בהוצאה אחת,', width - 60, 235, 30)
      if (share > 0.45) drawText('הקרובה ביותר.', width - 60, 275, 30)
    },
  }
  function draw(at: number) {
    const index = scenes.findLastIndex((scene) => scene.at <= at)
    const scene = scenes[index]!
    const until = scenes[index + 1]?.at ?? seconds
    pen.fillStyle = ground
    pen.fillRect(0, 0, width, height)
    pen.direction = 'rtl'
    pen.textAlign = 'right'
    drawText(scene.title, width - 60, 84, 36, ink, 700)
    drawings[scene.drawing]((at - scene.at) / (until - scene.at))
    pen.fillStyle = accent
    pen.fillRect(width - (width * at) / seconds, height - 6, (width * at) / seconds, 6)
  }

  const encoded: Encoded[] = []
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      encoded.push({
        at: Math.round(chunk.timestamp / 1000),
        isKey: chunk.type === 'key',
        base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
      })
    },
    error(error) {
      throw error
    },
  })
  encoder.configure({
    codec: 'vp09.00.10.08',
    width,
    height,
    bitrate: 80_000,
    framerate: perSecond,
    latencyMode: 'quality',
  })
  for (let n = 0; n < seconds * perSecond; n += 1) {
    draw(n / perSecond)
    const frame = new VideoFrame(canvas, { timestamp: (n * 1_000_000) / perSecond, duration: 1_000_000 / perSecond })
    encoder.encode(frame, { keyFrame: n % (perSecond * keyEvery) === 0 })
    frame.close()
  }
  await encoder.flush()
  return encoded
}
