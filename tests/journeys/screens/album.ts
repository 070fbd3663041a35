import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'

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
  /** How wide a picture is on a sheet, and how high it may be, in px; longer ones go on beyond the foot. */
  readonly cell: { readonly width: number; readonly height: number }
  readonly perSheet: number
  /** The highest page that is kept whole, in px. */
  readonly heightMax: number
}

/** An album in a folder. */
export function openAlbum(options: AlbumOptions): Album {
  const { folder, heightMax } = options
  const kept: PictureName[] = []
  const fileOf = ({ name, language, theme }: PictureName): string => join(`${language}-${theme}`, `${name}.png`)
  return {
    keep: async (page, picture) => {
      mkdirSync(join(folder, `${picture.language}-${picture.theme}`), { recursive: true })
      const path = join(folder, fileOf(picture))
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const hasLayer = (await page.locator('dialog[open]').count()) > 0
      // A screen as high as the page, so that what sticks to the edges of a screen is drawn at the page's.
      const screen = page.viewportSize()
      const isLonger = screen !== null && !hasLayer && height > screen.height
      if (isLonger) await page.setViewportSize({ ...screen, height: Math.min(height, heightMax) })
      await page.screenshot({ path, animations: 'disabled' })
      if (isLonger) await page.setViewportSize(screen)
      kept.push(picture)
    },
    drawSheets: async (browser) => {
      const groups = Map.groupBy(kept, ({ language, theme }) => `${language}-${theme}`)
      const sheets: string[] = []
      for (const [group, pictures] of groups) {
        const ordered = pictures.toSorted((a, b) => a.name.localeCompare(b.name))
        for (let from = 0; from < ordered.length; from += options.perSheet) {
          const path = join(folder, `sheet-${options.title}-${group}-${String(sheets.length + 1).padStart(3, '0')}.png`)
          await drawSheet(browser, ordered.slice(from, from + options.perSheet), { ...options, path, fileOf })
          sheets.push(path)
        }
      }
      return sheets
    },
  }
}

interface SheetOptions extends AlbumOptions {
  readonly path: string
  readonly fileOf: (picture: PictureName) => string
}

/** One sheet, drawn by the browser itself from a page of images. */
async function drawSheet(browser: Browser, pictures: readonly PictureName[], options: SheetOptions): Promise<void> {
  const { folder, cell, path, fileOf } = options
  const figures = pictures.map(
    (picture) =>
      `<figure><figcaption>${picture.name}</figcaption><div><img src="${encodeURI(fileOf(picture))}"></div></figure>`,
  )
  const style = `body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#888;font:14px sans-serif}
    figure{margin:0}div{width:${cell.width}px;height:${cell.height}px;overflow:hidden;background:#555}
    img{width:100%;display:block}`
  const file = join(folder, 'sheet.html')
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('')}`)
  const columns = Math.min(pictures.length, 4)
  const page = await browser.newPage({ viewport: { width: 16 + columns * (cell.width + 8), height: 600 } })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path, fullPage: true })
  await page.close()
}
