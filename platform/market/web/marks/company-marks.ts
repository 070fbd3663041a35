import Antenna from 'lucide-react/icons/antenna'
import AppWindow from 'lucide-react/icons/app-window'
import Apple from 'lucide-react/icons/apple'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Baby from 'lucide-react/icons/baby'
import Banknote from 'lucide-react/icons/banknote'
import BottleWine from 'lucide-react/icons/bottle-wine'
import Boxes from 'lucide-react/icons/boxes'
import BrickWall from 'lucide-react/icons/brick-wall'
import Briefcase from 'lucide-react/icons/briefcase'
import Building from 'lucide-react/icons/building'
import Building2 from 'lucide-react/icons/building-2'
import Cable from 'lucide-react/icons/cable'
import Calculator from 'lucide-react/icons/calculator'
import Candy from 'lucide-react/icons/candy'
import Car from 'lucide-react/icons/car'
import CarFront from 'lucide-react/icons/car-front'
import CarTaxiFront from 'lucide-react/icons/car-taxi-front'
import Castle from 'lucide-react/icons/castle'
import ChartArea from 'lucide-react/icons/chart-area'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartLine from 'lucide-react/icons/chart-line'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import ChartPie from 'lucide-react/icons/chart-pie'
import ChartSpline from 'lucide-react/icons/chart-spline'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import CircuitBoard from 'lucide-react/icons/circuit-board'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Cloud from 'lucide-react/icons/cloud'
import Coffee from 'lucide-react/icons/coffee'
import Cog from 'lucide-react/icons/cog'
import Coins from 'lucide-react/icons/coins'
import Cpu from 'lucide-react/icons/cpu'
import CreditCard from 'lucide-react/icons/credit-card'
import Croissant from 'lucide-react/icons/croissant'
import CupSoda from 'lucide-react/icons/cup-soda'
import Database from 'lucide-react/icons/database'
import Dna from 'lucide-react/icons/dna'
import DollarSign from 'lucide-react/icons/dollar-sign'
import Droplet from 'lucide-react/icons/droplet'
import Earth from 'lucide-react/icons/earth'
import Eye from 'lucide-react/icons/eye'
import Fan from 'lucide-react/icons/fan'
import Flame from 'lucide-react/icons/flame'
import FlaskConical from 'lucide-react/icons/flask-conical'
import FlaskRound from 'lucide-react/icons/flask-round'
import Footprints from 'lucide-react/icons/footprints'
import Forklift from 'lucide-react/icons/forklift'
import Fuel from 'lucide-react/icons/fuel'
import Gem from 'lucide-react/icons/gem'
import GlassWater from 'lucide-react/icons/glass-water'
import Hamburger from 'lucide-react/icons/hamburger'
import Hammer from 'lucide-react/icons/hammer'
import HandCoins from 'lucide-react/icons/hand-coins'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Hotel from 'lucide-react/icons/hotel'
import Landmark from 'lucide-react/icons/landmark'
import Layers from 'lucide-react/icons/layers'
import Luggage from 'lucide-react/icons/luggage'
import MemoryStick from 'lucide-react/icons/memory-stick'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Microchip from 'lucide-react/icons/microchip'
import Microscope from 'lucide-react/icons/microscope'
import Milestone from 'lucide-react/icons/milestone'
import Milk from 'lucide-react/icons/milk'
import Network from 'lucide-react/icons/network'
import Nfc from 'lucide-react/icons/nfc'
import Package from 'lucide-react/icons/package'
import PaintRoller from 'lucide-react/icons/paint-roller'
import Palette from 'lucide-react/icons/palette'
import Phone from 'lucide-react/icons/phone'
import Pickaxe from 'lucide-react/icons/pickaxe'
import PiggyBank from 'lucide-react/icons/piggy-bank'
import Pill from 'lucide-react/icons/pill'
import Plane from 'lucide-react/icons/plane'
import PlaneLanding from 'lucide-react/icons/plane-landing'
import PlaneTakeoff from 'lucide-react/icons/plane-takeoff'
import RadioTower from 'lucide-react/icons/radio-tower'
import Recycle from 'lucide-react/icons/recycle'
import Refrigerator from 'lucide-react/icons/refrigerator'
import Router from 'lucide-react/icons/router'
import Scroll from 'lucide-react/icons/scroll'
import Search from 'lucide-react/icons/search'
import Server from 'lucide-react/icons/server'
import Shield from 'lucide-react/icons/shield'
import Shirt from 'lucide-react/icons/shirt'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Signal from 'lucide-react/icons/signal'
import Smartphone from 'lucide-react/icons/smartphone'
import Soup from 'lucide-react/icons/soup'
import SprayCan from 'lucide-react/icons/spray-can'
import Sprout from 'lucide-react/icons/sprout'
import StickyNote from 'lucide-react/icons/sticky-note'
import Store from 'lucide-react/icons/store'
import Syringe from 'lucide-react/icons/syringe'
import TestTube from 'lucide-react/icons/test-tube'
import TestTubes from 'lucide-react/icons/test-tubes'
import Thermometer from 'lucide-react/icons/thermometer'
import Tractor from 'lucide-react/icons/tractor'
import Tv from 'lucide-react/icons/tv'
import Umbrella from 'lucide-react/icons/umbrella'
import Vault from 'lucide-react/icons/vault'
import Wallet from 'lucide-react/icons/wallet'
import WalletCards from 'lucide-react/icons/wallet-cards'
import Warehouse from 'lucide-react/icons/warehouse'
import Wheat from 'lucide-react/icons/wheat'
import Wine from 'lucide-react/icons/wine'
import Zap from 'lucide-react/icons/zap'
import { coinMarks } from './coin-marks.ts'
import type { Mark } from './mark.ts'

// What a company does or what it is best known for, drawn with lucide's icons (ISC license): no logo of anybody. The
// second figure is the hue of its tile, close to the color the company is known by.

/** The marks of shares, funds, indices, currency pairs and currencies, by ticker. */
const companyMarks: Readonly<Record<string, Mark>> = {
  WALMEX: [ShoppingCart, 212],
  AMX: [Phone, 354],
  GFNORTE: [Landmark, 145],
  FEMSA: [Store, 5],
  CEMEX: [Building2, 20],
  GMEXICO: [Pickaxe, 28],
  BIMBO: [Croissant, 40],
  TLEVISA: [Tv, 30],
  ASUR: [Plane, 190],
  GAP: [PlaneTakeoff, 205],
  OMA: [PlaneLanding, 225],
  KIMBER: [Scroll, 200],
  KOF: [CupSoda, 0],
  AC: [GlassWater, 10],
  GRUMA: [Wheat, 45],
  'PE&OLES': [Gem, 265],
  ORBIA: [FlaskConical, 175],
  ALFA: [Layers, 230],
  ALPEK: [TestTube, 285],
  ALSEA: [Coffee, 150],
  BBAJIO: [Banknote, 270],
  BOLSA: [ChartCandlestick, 215],
  CHDRAUI: [ShoppingBasket, 25],
  CUERVO: [Wine, 80],
  FUNO: [Building, 255],
  GCARSO: [Cog, 235],
  GCC: [BrickWall, 15],
  GENTERA: [HandCoins, 320],
  GFINBUR: [PiggyBank, 225],
  LAB: [Pill, 330],
  LACOMER: [ShoppingBag, 110],
  LIVEPOL: [Shirt, 325],
  MEGA: [Cable, 200],
  NEMAK: [CarFront, 240],
  PINFRA: [Milestone, 35],
  Q: [Umbrella, 285],
  RA: [Vault, 20],
  VESTA: [Warehouse, 170],
  VOLAR: [Luggage, 295],
  SITES: [RadioTower, 210],
  ELEKTRA: [Refrigerator, 50],
  HERDEZ: [Soup, 10],
  SORIANA: [Milk, 130],
  FIBRAPL: [Forklift, 160],
  DANHOS: [Hotel, 275],
  AXTEL: [Network, 340],
  CULTIBA: [Candy, 345],
  AAPL: [Apple, 275],
  MSFT: [AppWindow, 205],
  NVDA: [Cpu, 95],
  AMZN: [Package, 32],
  GOOGL: [Search, 215],
  GOOG: [Search, 140],
  META: [MessagesSquare, 220],
  TSLA: [Zap, 355],
  AVGO: [CircuitBoard, 350],
  NFLX: [Clapperboard, 0],
  COST: [Boxes, 345],
  PEP: [CupSoda, 220],
  ADBE: [Palette, 5],
  AMD: [Microchip, 160],
  INTC: [MemoryStick, 205],
  QCOM: [Smartphone, 230],
  TXN: [Calculator, 0],
  ORCL: [Database, 8],
  CRM: [Cloud, 200],
  CSCO: [Router, 190],
  IBM: [Server, 225],
  JPM: [Landmark, 30],
  BAC: [Banknote, 355],
  WFC: [Coins, 45],
  C: [CircleDollarSign, 210],
  GS: [Briefcase, 215],
  AXP: [CreditCard, 205],
  V: [Nfc, 235],
  MA: [WalletCards, 20],
  TRV: [Umbrella, 355],
  AIG: [Shield, 210],
  PYPL: [Wallet, 215],
  JNJ: [Baby, 0],
  PFE: [Pill, 210],
  LLY: [Syringe, 350],
  MRK: [Microscope, 170],
  ABBV: [Dna, 220],
  UNH: [HeartPulse, 215],
  AMGN: [TestTubes, 205],
  TMO: [FlaskRound, 0],
  WMT: [ShoppingCart, 220],
  PG: [SprayCan, 215],
  KO: [BottleWine, 0],
  MCD: [Hamburger, 40],
  SBUX: [Coffee, 155],
  NKE: [Footprints, 25],
  DIS: [Castle, 225],
  HD: [Hammer, 25],
  F: [Car, 215],
  GM: [CarFront, 205],
  BA: [Plane, 220],
  CAT: [Tractor, 48],
  HON: [Thermometer, 0],
  MMM: [StickyNote, 352],
  GE: [Fan, 215],
  SHW: [PaintRoller, 200],
  XOM: [Fuel, 355],
  CVX: [Flame, 215],
  VZ: [Signal, 0],
  T: [Antenna, 205],
  UBER: [CarTaxiFront, 225],
  PLTR: [Eye, 240],
  WM: [Recycle, 125],
  SPY: [ChartPie, 0],
  QQQ: [ChartLine, 190],
  IWM: [Sprout, 140],
  EEM: [Earth, 165],
  USO: [Droplet, 28],
  IPC: [ChartLine, 50],
  SPX: [ChartSpline, 215],
  NDX: [ChartNoAxesCombined, 190],
  DJI: [ChartArea, 20],
  'USD/MXN': [ArrowLeftRight, 145],
  'BRL/USD': [ArrowLeftRight, 50],
  MXN: [Coins, 160],
  USD: [DollarSign, 145],
  BRL: [Banknote, 100],
}

const marks: ReadonlyMap<string, Mark> = new Map([...Object.entries(companyMarks), ...Object.entries(coinMarks)])

/**
 * The mark of a ticker or an asset: `WALMEX`, `STK:WALMEX.MX`, `BTC`, `BTC-USDT` and `BTC-USDT-PERP` (the coin's),
 * `USD/MXN`. Undefined for what nothing is drawn for.
 */
export function findMark(of: string): Mark | undefined {
  const name = of.replace(/^(?:STK|PERP):/, '').replace(/\.(?:MX|US)$/, '')
  return marks.get(name) ?? marks.get(name.split(/\s*[-/]/)[0] ?? '')
}
