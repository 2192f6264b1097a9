import { PLATFORMS } from "@shelv/contract/social-link";
import { Avatar } from "#pictures/avatar.tsx";
import { nameOnPage, type PageData } from "./page-data.ts";
import { SocialIcon } from "./social-icon.tsx";

/** The page's script shows the button on the owner's own device. */
export const ProfileHeader = ({ page }: { page: PageData }) => (
  <header className="shelv-who">
    <div className="shelv-frame">
      <Avatar name={nameOnPage(page)} picture={page.picture} />
    </div>
    <h1 className="shelv-name" dir="auto">
      {nameOnPage(page)}
    </h1>
    <p className="shelv-username">@{page.username}</p>
    {page.title !== "" && (
      <p className="shelv-title" dir="auto">
        {page.title}
      </p>
    )}
    {page.bio !== "" && (
      <p className="shelv-bio" dir="auto">
        {page.bio}
      </p>
    )}
    {(page.website !== "" || page.location !== "") && <Facts page={page} />}
    {page.socialLinks.length > 0 && <SocialLinks page={page} />}
    <a className="shelv-edit" href="/account" hidden>
      Edit Profile
    </a>
  </header>
);

const Facts = ({ page: { website, location } }: { page: PageData }) => (
  <div className="shelv-facts">
    {location !== "" && (
      <span className="shelv-location" dir="auto">
        {location}
      </span>
    )}
    {website !== "" && (
      <a className="shelv-website" href={website} target="_blank" rel={OUTWARD}>
        {withoutScheme(website)}
      </a>
    )}
  </div>
);

const SocialLinks = ({ page: { socialLinks } }: { page: PageData }) => (
  <ul className="shelv-socials" role="list" aria-label="Elsewhere">
    {socialLinks.map(({ platform, url, text }) => (
      <li key={platform}>
        {url === null ? (
          <span className="shelv-social shelv-social-name" title={PLATFORMS[platform].name}>
            <SocialIcon platform={platform} label={PLATFORMS[platform].name} />
            <bdi>{text}</bdi>
          </span>
        ) : (
          <a
            className="shelv-social"
            href={url}
            target="_blank"
            rel={`me ${OUTWARD}`}
            aria-label={PLATFORMS[platform].name}
          >
            <SocialIcon platform={platform} />
          </a>
        )}
      </li>
    ))}
  </ul>
);

const OUTWARD = "noopener ugc nofollow";

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
