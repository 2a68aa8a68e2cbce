// Streams a right-to-left workbook of one sheet while its rows are still being read.
import { Readable } from 'node:stream'
import yazl from 'yazl'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const fixedParts: Record<string, string> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/**
 * A workbook as a stream. The first row is the header; every cell is text, so no cell is a formula. `sheet` has at most
 * 31 characters.
 */
export function writeXlsx(sheet: string, lines: AsyncIterable<readonly string[]>): Readable {
  const zip = new yazl.ZipFile()
  for (const [name, xml] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(xml), name)
  const workbook = `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  zip.addBuffer(Buffer.from(workbook), 'xl/workbook.xml')
  const out = zip.outputStream as Readable
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', (give) => {
    const rows = Readable.from(sheetXml(lines))
    // The archive ignores an error of its source, so the error is passed to the stream.
    rows.once('error', (error) => out.destroy(error))
    give(null, rows)
  })
  zip.end()
  return out
}

async function* sheetXml(lines: AsyncIterable<readonly string[]>) {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView rightToLeft="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`
  let n = 0
  for await (const cells of lines) {
    n++
    const style = n === 1 ? 1 : 0
    const written = cells.map((cell) =>
      cell === ''
        ? `<c s="${style}"/>`
        : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`,
    )
    yield `<row r="${n}">${written.join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

// eslint-disable-next-line no-control-regex -- characters that XML cannot represent
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Excel's limit is 32,767 characters per cell. */
const escapeXml = (text: string) =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
