// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const cancellationStep: Schema<Schemas['CancellationStep']> = { days: 'number', percent: 'number' };
export const company: Schema<Schemas['Company']> = { address: 'string', 'licence?': 'string', name: 'string', 'registration?': 'string' };
export const charges: Schema<Schemas['Charges']> = { bookingFee: 'number', gst: 'number', insurancePerPerson: 'number', serviceFee: 'number' };
export const balanceDue: Schema<Schemas['BalanceDue']> = { 'daysBefore?': 'number', 'onArrival?': 'boolean' };
export const deposit: Schema<Schemas['Deposit']> = { 'perPerson?': 'number', 'percent?': 'number' };
export const paymentTerms: Schema<Schemas['PaymentTerms']> = { balance: balanceDue, deposit };
export const googleTiles: Schema<Schemas['GoogleTiles']> = { key: 'string', url: 'string' };
export const tileLayer: Schema<Schemas['TileLayer']> = { attribution: 'string', kind: 'string', maxZoom: 'number', url: 'string' };
export const map: Schema<Schemas['Map']> = { 'consent?': 'string', 'google?': googleTiles, tiles: [tileLayer] };
export const footerLink: Schema<Schemas['FooterLink']> = { label: 'string', url: 'string' };
export const homeImage: Schema<Schemas['HomeImage']> = { srcSet: 'string', url: 'string' };
export const logo: Schema<Schemas['Logo']> = { 'darkUrl?': 'string', height: 'number', url: 'string', width: 'number', withName: 'boolean' };
export const siteLook: Schema<Schemas['SiteLook']> = { footerLinks: [footerLink], 'footerText?': 'string', headline: 'string', 'homeImage?': homeImage, 'logo?': logo, subline: 'string', texts: ['string'] };
export const offeredWay: Schema<Schemas['OfferedWay']> = { 'currency?': 'string', 'hours?': 'number', 'min?': 'number', way: 'string' };
export const config: Schema<Schemas['Config']> = { cancellationPolicy: [cancellationStep], company, contactEmail: 'string', 'contactPhone?': 'string', currency: 'string', defaultCharges: charges, 'defaultTerms?': paymentTerms, google: 'boolean', holdMinutes: 'number', map, name: 'string', otpTtlSeconds: 'number', paymentProvider: 'string', site: siteLook, 'stripePublishableKey?': 'string', 'takesBuyerPan?': 'boolean', timezone: 'string', today: 'string', unpaidHours: 'number', waysToPay: [offeredWay], 'whatsappUrl?': 'string' };
export const configAnswer: Schema<Schemas['ConfigAnswer']> = { data: config, 'status?': '=success' };
export const user: Schema<Schemas['User']> = { email: 'string', 'emergencyContact?': 'string', hasPassword: 'boolean', id: 'string', 'lacksSecondStep?': 'boolean', name: 'string', 'nationality?': 'string', 'phone?': 'string', preferences: { '*': 'any' }, role: 'string' };
export const userAnswer: Schema<Schemas['UserAnswer']> = { 'message?': 'string', 'status?': '=success', user };
export const refreshAnswer: Schema<Schemas['RefreshAnswer']> = { accessToken: 'string', 'status?': '=success' };
export const messageAnswer: Schema<Schemas['MessageAnswer']> = { message: 'string', 'status?': '=success' };
export const newsletterStatus: Schema<Schemas['NewsletterStatus']> = { isSubscribed: 'boolean' };
export const newsletterStatusAnswer: Schema<Schemas['NewsletterStatusAnswer']> = { data: newsletterStatus, 'status?': '=success' };
export const achievement: Schema<Schemas['Achievement']> = { _id: 'string', experienceYrs: 'number', noOfLocation: 'number', totalClients: 'number', travelAwards: 'number', visibility: 'boolean' };
export const achievementListAnswer: Schema<Schemas['AchievementListAnswer']> = { data: [achievement], 'status?': '=success' };
export const blog: Schema<Schemas['Blog']> = { _id: 'string', banner: 'string', 'category?': 'string', content: ['string'], createdAt: 'string', description: 'string', images: ['string'], 'placeholders?': { '*': 'string' }, 'publishedOn?': 'string', tags: ['string'], thumbnail: 'string', title: 'string', 'version?': 'number', views: 'number' };
export const blogList: Schema<Schemas['BlogList']> = { blogs: [blog], total: 'number' };
export const blogListAnswer: Schema<Schemas['BlogListAnswer']> = { data: blogList, 'status?': '=success' };
export const oneBlog: Schema<Schemas['OneBlog']> = { blog };
export const blogAnswer: Schema<Schemas['BlogAnswer']> = { data: oneBlog, 'status?': '=success' };
