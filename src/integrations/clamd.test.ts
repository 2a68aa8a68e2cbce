import { expect, onTestFinished, test } from 'vitest'
import { scanWithClamd, ScanRefused } from './clamd.ts'
import { startClamd } from './clamd.fake.ts'

// Split, so that virus scanners do not detect it in this file.
const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-'}ANTIVIRUS-TEST-FILE!$H+H*`)

async function daemon(options = {}) {
  const clamd = await startClamd(options)
  onTestFinished(() => clamd.stop())
  return clamd
}

test('a clean file of many chunks and an empty file are sent completely and reported as clean', async () => {
  const { settings, scanned } = await daemon()
  const large = Buffer.alloc(3_000_001, 7)
  expect(await scanWithClamd(settings, large)).toEqual({ threat: null })
  expect(await scanWithClamd(settings, Buffer.alloc(0))).toEqual({ threat: null })
  expect(scanned).toEqual([3_000_001, 0])
})

test('the threat in an infected file is reported, also when its signature spans two chunks', async () => {
  const { settings } = await daemon()
  expect(await scanWithClamd(settings, eicar)).toEqual({ threat: 'Eicar-Test-Signature' })
  expect(await scanWithClamd(settings, Buffer.concat([Buffer.alloc(64 * 1024 - 20), eicar]))).toEqual({
    threat: 'Eicar-Test-Signature',
  })
})

test('a file above the daemon’s size limit is refused and not reported as clean', async () => {
  const { settings } = await daemon({ maxBytes: 100_000 })
  await expect(scanWithClamd(settings, Buffer.alloc(2_000_000))).rejects.toThrow(/size limit exceeded|closed|ECONNRESET|EPIPE/) // prettier-ignore
  await expect(scanWithClamd(settings, Buffer.alloc(100_001))).rejects.toBeInstanceOf(ScanRefused)
})

test('an unreachable daemon and a timeout are errors', async () => {
  const clamd = await startClamd()
  clamd.fallSilent()
  await expect(scanWithClamd(clamd.settings, Buffer.from('a'), { timeout: 200 })).rejects.toThrow('within 0.2 s')
  await clamd.stop()
  await expect(scanWithClamd(clamd.settings, Buffer.from('a'))).rejects.toThrow('ECONNREFUSED')
})
