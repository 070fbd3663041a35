import { describe, expect, it } from 'vitest'
import { distanceKm, drawPoints, groupPoints } from './drawing.ts'

const zocalo = { latitude: 19.432608, longitude: -99.133209 }
const guadalajara = { latitude: 20.673792, longitude: -103.33545 }
const paper = { width: 330, height: 200, margin: 20 }

describe('distance', () => {
  it('is that of the sphere', () => {
    // A quarter of a meridian, and two places a tenth of a degree of longitude apart on the date line.
    expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 90, longitude: 0 })).toBeCloseTo(10_007.557, 2)
    expect(distanceKm({ latitude: 0, longitude: 179.95 }, { latitude: 0, longitude: -179.95 })).toBeCloseTo(11.1195, 3)
    expect(distanceKm(zocalo, guadalajara)).toBeGreaterThan(455)
    expect(distanceKm(zocalo, guadalajara)).toBeLessThan(465)
    expect(distanceKm(zocalo, zocalo)).toBe(0)
  })
})

describe('the drawing', () => {
  it('has north above, west at the left, everything inside its margins, and a scale that is right', () => {
    const { points, scale } = drawPoints([zocalo, guadalajara], paper)
    const [city, west] = points
    expect(west?.x).toBeLessThan(city?.x ?? 0)
    expect(west?.y).toBeLessThan(city?.y ?? 0)
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(19.99)
      expect(x).toBeLessThanOrEqual(310.01)
      expect(y).toBeGreaterThanOrEqual(19.99)
      expect(y).toBeLessThanOrEqual(180.01)
    }
    const onPaper = Math.hypot((city?.x ?? 0) - (west?.x ?? 0), (city?.y ?? 0) - (west?.y ?? 0))
    const byScale = (onPaper / scale.length) * scale.km
    expect(Math.abs(byScale / distanceKm(zocalo, guadalajara) - 1)).toBeLessThan(0.005)
    expect(scale.km).toBe(100)
  })

  it('keeps neighbors of the date line together, and two places at one spot finite', () => {
    const [one, other] = drawPoints(
      [
        { latitude: 0, longitude: 179.9 },
        { latitude: 0, longitude: -179.9 },
      ],
      paper,
    ).points
    expect(one?.x).toBeLessThan(other?.x ?? 0)
    const same = drawPoints([zocalo, zocalo], paper)
    expect(same.points[0]).toEqual({ x: 165, y: 100 })
    expect(Number.isFinite(same.scale.length)).toBe(true)
  })

  it('draws marks that would cover each other as one, in their middle', () => {
    const groups = groupPoints(
      [
        { x: 0, y: 0 },
        { x: 90, y: 0 },
        { x: 6, y: 6 },
        { x: 6, y: 0 },
        { x: 0, y: 30 },
      ],
      20,
      () => 20,
    )
    expect(groups).toEqual([
      { x: 4, y: 2, members: [0, 2, 3] },
      { x: 90, y: 0, members: [1] },
      { x: 0, y: 30, members: [4] },
    ])
  })

  it('leaves no two marks over each other, however many there are, and loses none', () => {
    const widthOf = (members: readonly number[]): number => (members.length > 1 ? 57 : 22)
    const points = Array.from({ length: 300 }, (_, index) => ({ x: (index * 37) % 330, y: (index * 53) % 200 }))
    const groups = groupPoints(points, 22, widthOf)
    expect(groups.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(points.map((_, index) => index))
    for (const [place, one] of groups.entries())
      for (const other of groups.slice(place + 1)) {
        const wide = (widthOf(one.members) + widthOf(other.members)) / 2
        expect(Math.abs(one.x - other.x) >= wide || Math.abs(one.y - other.y) >= 22).toBe(true)
      }
    expect(groups.length).toBeGreaterThan(5)
  })
})
