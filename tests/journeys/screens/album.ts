import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { drawn } from './settle.ts'

/** Which picture it is. */
export interface PictureName {
  readonly name: string
  readonly language: string
  readonly theme: string
}

/** Pictures of screens, and the sheets that show several of them at once. */
export interface Album {
  readonly keep: (page: Page, picture: PictureName) => Promise<void>
  /** Draws the sheets: of each language and theme, some pictures side by side with their names. @returns their paths. */
  readonly drawSheets: (browser: Browser) => Promise<readonly string[]>
}

export interface AlbumOptions {
  readonly folder: string
  /** Begins the names of its sheets. */
  readonly title: string
}

/** The highest page that is kept whole, in px. */
const heightMax = 1_300
/** Lower than this a screen is a phone on its side: a higher one would not be what is held. */
const lowPx = 500

/** How many pictures stand on a sheet, and how large: so that a sheet of any screen can be read at once. */
interface Cells {
  readonly columns: number
  readonly perSheet: number
  readonly width: number
  readonly height: number
}

function cellsOf(screen: { readonly width: number; readonly height: number }): Cells {
  if (screen.height < lowPx) return { columns: 2, perSheet: 6, width: 760, height: 352 }
  if (screen.width < 500) return { columns: 4, perSheet: 4, width: 340, height: 1_000 }
  if (screen.width < 900) return { columns: 3, perSheet: 3, width: 480, height: 1_000 }
  return { columns: 2, perSheet: 4, width: 780, height: 640 }
}

/** An album in a folder. */
export function openAlbum(options: AlbumOptions): Album {
  const { folder } = options
  const kept: (PictureName & { readonly cells: Cells })[] = []
  const fileOf = ({ name, language, theme }: PictureName): string => join(`${language}-${theme}`, `${name}.png`)
  return {
    keep: async (page, picture) => {
      mkdirSync(join(folder, `${picture.language}-${picture.theme}`), { recursive: true })
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const hasLayer = (await page.locator('dialog[open]').count()) > 0
      const screen = page.viewportSize() ?? { width: 390, height: 844 }
      const keepAs = async (name: string): Promise<void> => {
        const path = join(folder, fileOf({ ...picture, name }))
        await page.screenshot({ path, animations: 'disabled' })
        kept.push({ ...picture, name, cells: cellsOf(screen) })
      }
      const isLonger = !hasLayer && height > screen.height
      // A screen as high as the page, so that what sticks to the edges of a screen is drawn at the page's.
      const grows = isLonger && screen.height >= lowPx
      if (grows) await page.setViewportSize({ ...screen, height: Math.min(height, heightMax) })
      await keepAs(picture.name)
      if (grows) await page.setViewportSize(screen)
      if (isLonger && !grows) await keepFoot(page, () => keepAs(`${picture.name}-foot`))
    },
    drawSheets: async (browser) => {
      const groups = Map.groupBy(kept, ({ language, theme }) => `${language}-${theme}`)
      const sheets: string[] = []
      for (const [group, pictures] of groups) {
        const ordered = pictures.toSorted((a, b) => a.name.localeCompare(b.name))
        const cells = ordered[0]?.cells
        for (let from = 0; cells !== undefined && from < ordered.length; from += cells.perSheet) {
          const number = String(sheets.length + 1).padStart(3, '0')
          const path = join(folder, `sheet-${options.title}-${group}-${number}.png`)
          await drawSheet(browser, ordered.slice(from, from + cells.perSheet), { folder, cells, path, fileOf })
          sheets.push(path)
        }
      }
      return sheets
    },
  }
}

/** Keeps the end of a page that is longer than a screen, with what lies over it at the foot of the screen. */
async function keepFoot(page: Page, keep: () => Promise<void>): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await drawn(page)
  await keep()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

interface SheetOptions {
  readonly folder: string
  readonly cells: Cells
  readonly path: string
  readonly fileOf: (picture: PictureName) => string
}

/** One sheet, drawn by the browser itself from a page of images. */
async function drawSheet(browser: Browser, pictures: readonly PictureName[], options: SheetOptions): Promise<void> {
  const { folder, cells, path, fileOf } = options
  const figures = pictures.map(
    (picture) =>
      `<figure><figcaption>${picture.name}</figcaption><div><img src="${encodeURI(fileOf(picture))}"></div></figure>`,
  )
  const style = `body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#888;font:14px sans-serif}
    figure{margin:0}div{width:${cells.width}px;height:${cells.height}px;overflow:hidden;background:#555}
    img{width:100%;display:block}`
  const file = join(folder, 'sheet.html')
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('')}`)
  const columns = Math.min(pictures.length, cells.columns)
  const page = await browser.newPage({ viewport: { width: 16 + columns * (cells.width + 8), height: 600 } })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path, fullPage: true })
  await page.close()
}
