// The links of the header, the same on desktops and phones (document 1 §2).
import { paths } from '../paths';

export const NAV_LINKS = [
  { to: paths.home, label: 'Home' },
  { to: paths.packages, label: 'Packages' },
  { to: paths.blogs, label: 'Blogs' },
];
