/** A point of the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** The mean radius of the earth, R₁ of the GRS 80 ellipsoid (Moritz, Geodetic Reference System 1980, J. Geodesy 74, 2000). */
const earthKm = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180
/** The shorter way around, so that places on both sides of the date line stay neighbors. */
const around = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Kilometers between two points along the sphere (haversine: Sinnott, Virtues of the Haversine, Sky & Telescope 68, 1984). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Points on paper: where each is, from the upper left corner, and how long the bar of the scale is. */
export interface Drawing {
  readonly points: ReadonlyArray<{ readonly x: number; readonly y: number }>
  readonly scale: { readonly km: number; readonly length: number }
}

const smallestKm = 0.4
const barPart = 0.35

/**
 * Points relative to each other, north up, by the equirectangular projection with the standard parallel in the middle:
 * x = R (λ − λ₀) cos φ₁, y = R (φ − φ₁) (Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, 1987,
 * p. 91). Lengths are right at that parallel, which is what the bar of the scale is for.
 * @param margin room at each side that no point is in.
 */
export function drawPoints(
  places: readonly Coordinates[],
  paper: { readonly width: number; readonly height: number; readonly margin: number },
): Drawing {
  const first = places[0]?.longitude ?? 0
  const longitudes = places.map(({ longitude }) => around(longitude - first))
  const latitudes = places.map(({ latitude }) => latitude)
  const parallel = radians(middle(latitudes))
  const east = longitudes.map((longitude) => earthKm * radians(longitude - middle(longitudes)) * Math.cos(parallel))
  const north = latitudes.map((latitude) => earthKm * (radians(latitude) - parallel))
  const [wide, high] = [paper.width - 2 * paper.margin, paper.height - 2 * paper.margin]
  const perKm = Math.min(wide / Math.max(span(east), smallestKm), high / Math.max(span(north), smallestKm))
  const km = roundBelow((paper.width * barPart) / perKm)
  return {
    points: places.map((_, index) => ({
      x: paper.width / 2 + (east[index] ?? 0) * perKm,
      y: paper.height / 2 - (north[index] ?? 0) * perKm,
    })),
    scale: { km, length: km * perKm },
  }
}

const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
const middle = (values: readonly number[]): number => (Math.max(...values) + Math.min(...values)) / 2

/** The greatest of 1, 2 or 5 with zeros that is not above a number. */
function roundBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2].find((step) => step * power <= most) ?? 1) * power
}

/** Points whose marks would cover each other, as one: their middle, and which they are, in order. */
interface PointGroup {
  readonly x: number
  readonly y: number
  readonly members: readonly number[]
}

/**
 * Joins points until no mark covers another: of the marks that do, the first that finds another takes it in.
 * @param widthOf how wide the mark of these points is.
 */
export function groupPoints(
  points: Drawing['points'],
  high: number,
  widthOf: (members: readonly number[]) => number,
): readonly PointGroup[] {
  let groups = points.map<PointGroup>(({ x, y }, index) => ({ x, y, members: [index] }))
  const doCover = (one: PointGroup, other: PointGroup): boolean =>
    Math.abs(one.y - other.y) < high && Math.abs(one.x - other.x) < (widthOf(one.members) + widthOf(other.members)) / 2
  for (let before = 0; before !== groups.length; ) {
    before = groups.length
    const apart: PointGroup[] = []
    for (const group of groups) {
      const place = apart.findIndex((one) => doCover(one, group))
      const found = apart[place]
      if (found === undefined) apart.push(group)
      else apart[place] = joined(found, group)
    }
    groups = apart
  }
  return groups
}

function joined(one: PointGroup, other: PointGroup): PointGroup {
  const members = [...one.members, ...other.members].sort((a, b) => a - b)
  const part = other.members.length / members.length
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part, members }
}
